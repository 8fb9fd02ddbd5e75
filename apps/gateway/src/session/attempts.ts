/** Chooses an exit and dials; if the exit fails, tries others before the client hears anything. */
import type { UpstreamAnswer } from "@turnpike/proxy-strings/upstream/errors.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Admitted } from "../authenticate/auth-context.ts";
import { dial, type DialResult, tryTimeoutMs, type UpstreamConnection } from "../dial/dial.ts";
import type { MemberUse } from "../dial/member-states.ts";
import type { Trial, Way } from "../dial/members.ts";
import type { Buffers } from "../engine/engine.ts";
import { sessionOwnerOf } from "../link/grant.ts";
import type { Gateway } from "./gateway.ts";
import { onResult } from "../lib/maybe-promise.ts";
import { isUnlimited } from "../link/holder.ts";
import { buffersOf } from "../meter/rate-limiter.ts";
import { countDial } from "../report/counters.ts";
import type { Connection } from "../authorise/connections.ts";
import { UpstreamUse } from "./upstream-use.ts";

const maxExits = 3;
/** For all tries together. */
const deadlineMs = 30_000;
const noExit: Refused = { reason: "exitUnreachable", detail: "" };
const noTime: Refused = { reason: "timedOut", detail: "no exit connected in time" };
/** Nobody reads it: the client has left. */
export const clientLeft: Refused = { reason: "timedOut", detail: "the client left" };
const noneTried = new Set<string>();

interface Asked {
  target: Target;
  addresses: string[];
  idleUpstream: UpstreamConnection | null;
  done: (opened: UpstreamConnection | Refused) => void;
  failed: (error: unknown) => void;
}

export class Attempts {
  /** The exit chosen last. */
  exit: Way | null = null;
  /** How long it took to connect to the target; null on a reused connection. */
  connectMs: number | null = null;
  /** What counts it at its upstream; null for own exits. */
  use: UpstreamUse | null = null;
  #gateway: Gateway;
  #connection: Connection;
  #admitted: Admitted;
  #trial: Trial;
  /** Whether an upstream gave it a new session already. */
  #hasNewSession = false;
  #ended = false;

  constructor(gateway: Gateway, connection: Connection, admitted: Admitted) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.#admitted = admitted;
    const { accountId, product, pool } = admitted.grant;
    this.#trial = { accountId, product, pool, target: "", tried: noneTried };
  }

  start(asked: Asked): void {
    const tries = this.#admitted.grant.exitId === null ? maxExits : 1;
    this.#trial.target = asked.target.authority;
    this.#try(asked, { tries, refused: noExit, endsAt: performance.now() + deadlineMs });
  }

  /** Its session has ended: no further exit is tried, and none is counted as used. */
  end(): void {
    this.#ended = true;
    this.use?.end();
  }

  #try(asked: Asked, left: Left): void {
    const { done, failed } = asked;
    if (this.#ended) return done(clientLeft);
    const { closedBecause } = this.#connection;
    if (closedBecause) return done({ reason: closedBecause, detail: "" });
    if (left.tries === 0) return done(left.refused);
    const { grant, request } = this.#admitted;
    const chosen = (exit: Way | Refused) => {
      if (this.#ended) return done(clientLeft);
      // After an answer about the target, that is more to the point than "no other exit".
      if ("reason" in exit) return done(left.isAnswered ? left.refused : exit);
      // Nothing but failed ones may be left, but the same one is not tried twice for one request.
      if (this.#trial.tried.has(exit.id)) return done(left.refused);
      this.exit = exit;
      this.#dial(exit, asked, left);
    };
    onResult(this.#gateway.exits.pick(grant, request, this.#trial), chosen, failed);
  }

  #dial(exit: Way, asked: Asked, left: Left): void {
    const { engine, counters, upstreams } = this.#gateway;
    const { target, addresses, idleUpstream, done } = asked;
    const { member } = exit;
    const { accountId } = this.#admitted.grant;
    this.use = member ? new UpstreamUse(this.#gateway, accountId, member) : null;
    if (idleUpstream && isThrough(exit, idleUpstream)) {
      this.use?.begun(idleUpstream, true);
      return done(idleUpstream);
    }
    const startedAt = performance.now();
    const leftMs = left.endsAt - startedAt;
    const isHurried = leftMs < tryTimeoutMs(exit) / 2;
    const timeoutMs = Math.min(tryTimeoutMs(exit), leftMs);
    if (timeoutMs <= 0) return done(noTime);
    if (member) this.#gateway.exits.members.states.begun(member);
    const buffers = this.#buffers();
    const way = { exit, target, addresses, upstreams, buffers, timeoutMs, isHurried };
    dial(engine, way, (dialled) => {
      this.connectMs = "upstream" in dialled ? performance.now() - startedAt : null;
      countDial(counters, this.connectMs);
      if (member) return this.#memberDialled(member, dialled, { asked, left });
      if ("upstream" in dialled) return done(this.#checkPeer(dialled.upstream, target));
      if (dialled.exitFailure === "no") return done(dialled.refused);
      this.#avoid(exit.id);
      this.#markFailed(exit, dialled, target);
      const { refused, exitFailure } = dialled;
      this.#again(asked, left, { refused, isAnswered: exitFailure === "elsewhere" });
    });
  }

  #again(asked: Asked, { tries, endsAt }: Left, last: Pick<Left, "refused" | "isAnswered">): void {
    this.#try(asked, { tries: tries - 1, endsAt, ...last });
  }

  #avoid(id: string): void {
    if (this.#trial.tried === noneTried) this.#trial.tried = new Set();
    this.#trial.tried.add(id);
  }

  /** An upstream opened a tunnel, or failed: then its class of failure decides what follows. */
  #memberDialled(
    member: MemberUse,
    dialled: DialResult,
    { asked, left }: { asked: Asked; left: Left },
  ): void {
    const { exits, log } = this.#gateway;
    const { states } = exits.members;
    const { grant, request } = this.#admitted;
    const { accountId, holderId } = grant;
    const { host, authority } = asked.target;
    const by = { accountId, holderId, target: host, authority };
    if ("upstream" in dialled) {
      const upstream = withToldAddress(dialled.upstream, member);
      states.worked(member, by, this.connectMs ?? 0);
      this.use?.begun(upstream, false);
      return asked.done(upstream);
    }
    this.use?.failed(dialled.shaken ?? { sentBytes: 0, receivedBytes: 0 });
    this.use = null;
    if (isOwnFault(dialled)) {
      states.undecided(member);
      this.#avoid(member.upstream.id);
      return this.#again(asked, left, { refused: dialled.refused, isAnswered: true });
    }
    const failure = failureOf(dialled);
    const { refused, next, sample } = states.failed(member, by, failure);
    // The hub keeps samples, alerts and counts: a customer's targets must not fill the log.
    log.debug({ upstream: member.upstream.name, sample }, "upstream failed");
    if (next === "none") return asked.done(refused);
    const isNewSession = next === "session" && !this.#hasNewSession;
    if (isNewSession) exits.loseSession(grant, request);
    else this.#avoid(member.upstream.id);
    this.#hasNewSession ||= isNewSession;
    this.#again(asked, left, { refused, isAnswered: true });
  }

  #markFailed(exit: Way, { refused, exitFailure }: FailedDial, target: Target): void {
    if (exitFailure === "elsewhere" || exitFailure === "no") return;
    const { exits, suspect, log } = this.#gateway;
    const { grant } = this.#admitted;
    if (grant.exitId === null) {
      const by = { holder: sessionOwnerOf(grant), customer: grant.accountId, target: target.host };
      exits.markFailed(exit.id, exitFailure, by);
    }
    suspect(exit.id);
    // Only what no target can cause: a customer's must not fill the log.
    const level = exitFailure === "surely" ? "warn" : "debug";
    log[level]({ exit: exit.id, detail: refused.detail }, "exit failed");
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
  /** The last try's refusal says more than that there is no other exit. */
  isAnswered?: boolean;
}
type FailedDial = Extract<DialResult, { refused: Refused }>;

/** This machine had no local port, descriptor or time left: that says nothing of the upstream. */
const isOwnFault = ({ answer, exitFailure }: FailedDial) =>
  answer === undefined && exitFailure === "elsewhere";

/** What an upstream said. One that could not even be dialled was not told the target. */
function failureOf({ answer }: FailedDial): { answer: UpstreamAnswer; asked: boolean } {
  if (answer === undefined) return { answer: { kind: "silence" }, asked: false };
  if (answer.kind === "http" || answer.kind === "socks") return { answer, asked: true };
  return { answer: { kind: "silence" }, asked: answer.asked };
}

/** The exit's address, if the upstream tells it in a header. */
function withToldAddress(
  upstream: UpstreamConnection,
  { upstream: { exitIpHeader } }: MemberUse,
): UpstreamConnection {
  if (exitIpHeader === null) return upstream;
  const name = exitIpHeader.toLowerCase();
  const told = upstream.shaken?.headers.find(([header]) => header === name)?.[1] ?? "";
  const ip = canonicalAddress(told.trim());
  return ip === null ? upstream : { ...upstream, exit: { ...upstream.exit, ip } };
}

/** The address of an upstream's exit is known only once it is open. */
const isThrough = ({ id, ip, member }: Way, { exit, peer }: UpstreamConnection) =>
  exit.id === id && (member !== undefined || exit.ip === ip) && !peer.closed;
