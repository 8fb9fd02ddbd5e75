/** Chooses an exit and dials; if the exit fails, tries others before the client hears anything. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Admitted } from "../authenticate/auth-context.ts";
import { sessionOwnerOf } from "../dial/choose-exit.ts";
import { dial, type UpstreamConnection } from "../dial/dial.ts";
import type { Buffers } from "../engine/engine.ts";
import type { Gateway } from "../gateway.ts";
import { onResult } from "../lib/maybe-promise.ts";
import { isUnlimited } from "../link/holder.ts";
import { buffersOf } from "../meter/rate-limiter.ts";
import { countDial } from "../report/counters.ts";
import type { Connection } from "./connections.ts";

const maxExits = 3;
/** For all tries together. */
const deadlineMs = 30_000;
const noExit: Refused = { reason: "exitUnreachable", detail: "" };
const noTime: Refused = { reason: "timedOut", detail: "no exit connected in time" };

export interface Request {
  target: Target;
  addresses: string[];
  idleUpstream: UpstreamConnection | null;
  done: (opened: UpstreamConnection | Refused) => void;
  failed: (error: unknown) => void;
}

export class Attempts {
  /** The exit chosen last. */
  exit: ExitFact | null = null;
  /** How long it took to connect to the target; null on a reused connection. */
  connectMs: number | null = null;
  #gateway: Gateway;
  #connection: Connection;
  #admitted: Admitted;
  /** Exits that failed in this session. */
  #failedExits: Set<string> | null = null;

  constructor(gateway: Gateway, connection: Connection, admitted: Admitted) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.#admitted = admitted;
  }

  start(request: Request): void {
    const tries = this.#admitted.grant.exitId === null ? maxExits : 1;
    this.#try(request, { tries, refused: noExit, endsAt: performance.now() + deadlineMs });
  }

  #try(asked: Request, { tries, refused, endsAt, isAnswered = false }: Left): void {
    const { exits, engine, counters, upstreams } = this.#gateway;
    const { closedBecause } = this.#connection;
    if (closedBecause) return asked.done({ reason: closedBecause, detail: "" });
    if (tries === 0) return asked.done(refused);
    const { target, addresses, idleUpstream, done, failed } = asked;
    const { grant, request } = this.#admitted;
    const chosen = (exit: ExitFact | Refused) => {
      // After an answer about the target, that is more to the point than "no other exit".
      if ("reason" in exit) return done(isAnswered ? refused : exit);
      // Nothing but failed ones may be left, but the same one is not tried twice for one request.
      if (this.#failedExits?.has(exit.id)) return done(refused);
      this.exit = exit;
      if (idleUpstream && isThrough(exit, idleUpstream)) return done(idleUpstream);
      const startedAt = performance.now();
      const timeoutMs = endsAt - startedAt;
      if (timeoutMs <= 0) return done(noTime);
      const buffers = this.#buffers();
      dial(engine, { exit, target, addresses, upstreams, buffers, timeoutMs }, (dialled) => {
        this.connectMs = "upstream" in dialled ? performance.now() - startedAt : null;
        countDial(counters, this.connectMs);
        if ("upstream" in dialled) return done(this.#checkPeer(dialled.upstream, target));
        if (dialled.exitFailure === "no") return done(dialled.refused);
        (this.#failedExits ??= new Set()).add(exit.id);
        this.#markFailed(exit, dialled, target);
        const left = { tries: tries - 1, refused: dialled.refused, endsAt };
        this.#try(asked, { ...left, isAnswered: dialled.exitFailure === "elsewhere" });
      });
    };
    onResult(exits.pick(grant, request, this.#failedExits), chosen, failed);
  }

  #markFailed(exit: ExitFact, { refused, exitFailure }: FailedDial, target: Target): void {
    if (exitFailure === "elsewhere" || exitFailure === "no") return;
    const { exits, suspect, log } = this.#gateway;
    const { grant } = this.#admitted;
    if (grant.exitId === null) {
      const by = { holder: sessionOwnerOf(grant), customer: grant.accountId, target: target.host };
      exits.markFailed(exit.id, exitFailure, by);
    }
    suspect(exit.id);
    log.warn({ exit: exit.id, detail: refused.detail }, "exit failed");
  }

  /** Small buffers for an unlimited port, so that bytes above its rate stay with their sender. */
  #buffers(): Buffers | undefined {
    const { holderId, product } = this.#admitted.grant;
    if (!isUnlimited(product)) return undefined;
    const port = this.#gateway.auth.snapshot.unlimitedPort(holderId);
    return port === null ? undefined : buffersOf(port.mbps);
  }

  /** The socket's remote address must be the one that was checked (spec/gateway#checks). */
  #checkPeer(upstream: UpstreamConnection, target: Target): UpstreamConnection | Refused {
    const { exit, address, peer } = upstream;
    if (exit.how !== "local") return upstream;
    const { resolver } = this.#gateway;
    if (resolver.isReachedAddressAllowed(target, address, peer.address)) return upstream;
    peer.destroy();
    return { reason: "targetNotAllowed", detail: "the connection went elsewhere" };
  }
}

interface Left {
  tries: number;
  /** The refusal of the last try. */
  refused: Refused;
  /** In `performance.now()` time. */
  endsAt: number;
  /** The last exit said that it cannot reach the target. */
  isAnswered?: boolean;
}
type FailedDial = Extract<Parameters<Parameters<typeof dial>[2]>[0], { refused: Refused }>;

const isThrough = ({ id, ip }: ExitFact, { exit, peer }: UpstreamConnection) =>
  exit.id === id && exit.ip === ip && !peer.closed;
