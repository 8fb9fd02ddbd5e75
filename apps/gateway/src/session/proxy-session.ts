/** A session from admission to its line in the request log: authorises, dials, records usage. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { UsageRecorder } from "../meter/usage-recorder.ts";
import type { Admitted } from "../authenticate/admit.ts";
import { Connection } from "./connections.ts";
import { dial, type UpstreamConnection } from "../dial/dial.ts";
import type { Gateway } from "../gateway.ts";
import { isUnlimited } from "../link/holder.ts";
import { sessionOwnerOf } from "../dial/choose-exit.ts";
import type { Buffers } from "../engine/engine.ts";
import { refusedForms } from "../parse/refused.ts";
import { buffersOf } from "../meter/rate-limiter.ts";
import { onResult } from "../lib/maybe-promise.ts";
import { countDial, countReason } from "../report/counters.ts";

const maxExits = 3;
const noExit: Refused = { reason: "exitUnreachable", detail: "" };
const blocked: Refused = { reason: "targetBlocked", detail: "" };

/** What is known of a tunnel or request before it is authenticated. */
export interface RequestContext {
  protocol: RequestRow["protocol"];
  /** The client's address, canonical. */
  client: string;
  /** host:port; empty where it comes later. */
  target: string;
}

/** An admitted tunnel or request: counted as open until `close`. */
export class ProxySession {
  readonly connection: Connection;
  readonly admitted: Admitted;
  #gateway: Gateway;
  #context: RequestContext;
  #id: string | null = null;
  #startedAt: number;
  #openedAt = performance.now();
  #recorder: UsageRecorder | null = null;
  /** How long the connect to the target took; null on a connection that was open already. */
  #connectMs: number | null = null;
  #exit: ExitFact | null = null;
  /** Exits that failed in this session. */
  #failedExits: Set<string> | null = null;
  /** Counted among the holder's connections at once. */
  #counted = false;
  #closed = false;

  constructor(gateway: Gateway, context: RequestContext, admitted: Admitted) {
    this.#gateway = gateway;
    this.#context = context;
    this.#startedAt = gateway.auth.now();
    this.admitted = admitted;
    this.connection = new Connection(admitted.grant);
    gateway.connections.add(this.connection);
    this.#budget().users += 1;
  }

  /** For `X-Request-Id` and the log; made when it is first asked for. */
  get id(): string {
    this.#id ??= this.#gateway.id();
    return this.#id;
  }

  /** Whether the client's next request uses the same exit, as a rule. */
  get keepsExit(): boolean {
    const { grant, request } = this.admitted;
    return grant.exitId !== null || request.sid !== null || isUnlimited(grant.product);
  }

  /** Ends the session and logs it; `why` tells what went wrong, if something did. */
  close(why: Refused | null = null): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#budget().users -= 1;
    const { connections, ownerLimits } = this.#gateway;
    connections.remove(this.connection);
    if (this.#counted) ownerLimits.leave(this.admitted.grant.holderId);
    this.#logRequest(why);
  }

  /**
   * Checks the owner's limits and the budget, resolves the target, chooses an exit and dials; after an
   * exit failed it retries with another. `done` is called once, now or later.
   */
  open(
    target: Target,
    idleUpstream: UpstreamConnection | null,
    done: (opened: UpstreamConnection | Refused) => void,
  ): void {
    const { auth, resolver, ownerLimits, log } = this.#gateway;
    const { accountId, holderId } = this.admitted.grant;
    this.#context.target = target.authority;
    const destination = { host: target.host, port: target.port, addresses: [] as string[] };
    this.connection.destination = destination;
    const failed = (error: unknown) => {
      log.error({ error: String(error) }, "session open failed");
      done({ reason: "ourFault", detail: "" });
    };
    const { blockedTargets } = auth.snapshot;
    if (blockedTargets.has(accountId, destination)) return done(blocked);
    const forbidden = ownerLimits.target(holderId, target.host);
    if (forbidden) return done(forbidden);
    const resolved = (addresses: string[] | Refused) => {
      if (!Array.isArray(addresses)) return done(addresses);
      destination.addresses = addresses;
      if (blockedTargets.has(accountId, destination)) return done(blocked);
      const tries = this.admitted.grant.exitId === null ? maxExits : 1;
      this.#dial({ target, addresses, idleUpstream, done, failed }, tries, noExit);
    };
    const inside = (refused: Refused | null | true) => {
      if (refused !== null && refused !== true) return done(refused);
      if (this.#closed) return ownerLimits.leave(holderId);
      this.#counted = true;
      onResult(
        this.#budget().ready(),
        (funds) => {
          const asker = { account: accountId, subAccount: holderId };
          if (funds === "ready") return onResult(resolver.resolve(target, asker), resolved, failed);
          done({ reason: funds === "hubAway" ? "notReady" : funds, detail: "" });
        },
        failed,
      );
    };
    onResult(ownerLimits.enter(holderId), inside, failed);
  }

  /** The recorder of its bytes, once the upstream connection is open. */
  recordUsage(target: Target, upstream: UpstreamConnection): UsageRecorder {
    const { grant } = this.admitted;
    const { counters, meter, rateLimiters } = this.#gateway;
    const usageKey = {
      accountId: grant.accountId,
      subAccountId: grant.holderId,
      product: grant.product,
      domain: target.host,
      country: upstream.exit.country,
      city: upstream.exit.city,
    };
    const rateLimiter = isUnlimited(grant.product) ? rateLimiters.of(grant.holderId) : null;
    const recorder = new UsageRecorder(this.#budget(), meter, usageKey, rateLimiter);
    recorder.countRequest();
    counters.opened[this.#context.protocol] += 1;
    this.#recorder = recorder;
    this.#exit = upstream.exit;
    return recorder;
  }

  #dial(attempt: DialAttempt, tries: number, refused: Refused): void {
    const { exits, engine, log, counters, upstreams, suspect } = this.#gateway;
    const { closedBecause } = this.connection;
    if (closedBecause) return attempt.done({ reason: closedBecause, detail: "" });
    if (tries === 0) return attempt.done(refused);
    const { target, addresses, idleUpstream, done, failed } = attempt;
    const { grant, request } = this.admitted;
    const chosen = (exit: ExitFact | Refused) => {
      if ("reason" in exit) return done(exit);
      // An unlimited port without other exits is given a failed one again: not within one request.
      if (this.#failedExits?.has(exit.id)) return done(refused);
      this.#exit = exit;
      if (idleUpstream?.exit.id === exit.id && !idleUpstream.peer.closed) return done(idleUpstream);
      const startedAt = performance.now();
      const buffers = this.#buffers();
      dial(engine, { exit, target, addresses, upstreams, buffers }, (dialled) => {
        this.#connectMs = "upstream" in dialled ? performance.now() - startedAt : null;
        countDial(counters, this.#connectMs);
        if ("upstream" in dialled) return done(this.#checkPeer(dialled.upstream, target));
        if (dialled.exitFailure === "no") return done(dialled.refused);
        (this.#failedExits ??= new Set()).add(exit.id);
        const forSome = dialled.exitFailure === "perhaps" ? sessionOwnerOf(grant) : null;
        if (grant.exitId === null) exits.markDead(exit.id, forSome);
        suspect(exit.id);
        log.warn({ exit: exit.id, detail: dialled.refused.detail }, "exit failed");
        this.#dial(attempt, tries - 1, dialled.refused);
      });
    };
    onResult(exits.pick(grant, request), chosen, failed);
  }

  /** Small buffers give backpressure at an unlimited port: what exceeds its rate stays with its sender. */
  #buffers(): Buffers | undefined {
    const { holderId, product } = this.admitted.grant;
    if (!isUnlimited(product)) return undefined;
    const port = this.#gateway.auth.snapshot.unlimitedPort(holderId);
    return port === null ? undefined : buffersOf(port.mbps);
  }

  #budget() {
    return this.#gateway.budgets.of(this.admitted.grant);
  }

  /** The socket's peer must be the address that was checked (spec/gateway#checks). */
  #checkPeer(upstream: UpstreamConnection, target: Target): UpstreamConnection | Refused {
    if (upstream.exit.how !== "local") return upstream;
    if (
      this.#gateway.resolver.isReachedAddressAllowed(
        target,
        upstream.address,
        upstream.peer.address,
      )
    )
      return upstream;
    upstream.peer.destroy();
    return { reason: "targetNotAllowed", detail: "the connection went elsewhere" };
  }

  #logRequest(why: Refused | null): void {
    const { requestLog, counters, meter } = this.#gateway;
    const { grant } = this.admitted;
    const recorder = this.#recorder;
    const { closedBecause } = this.connection;
    if (closedBecause && recorder) countReason(counters.cut, closedBecause);
    const reason = closedBecause ?? why?.reason ?? "";
    const outcome =
      reason === "" ? "ok" : closedBecause && recorder ? "cut" : outcomeOf({ reason, detail: "" });
    meter.countEnded({
      subAccountId: grant.holderId,
      product: grant.product,
      domain: this.connection.destination?.host ?? "",
      country: this.#exit?.country ?? "",
      city: this.#exit?.city ?? "",
      outcome,
      reason,
      connectMs: this.#connectMs,
    });
    requestLog.add({
      id: this.id,
      at: this.#startedAt,
      accountId: grant.accountId,
      subAccountId: grant.holderId,
      client: this.#context.client,
      target: this.#context.target,
      protocol: this.#context.protocol,
      exitIp: this.#exit?.ip ?? "",
      country: this.#exit?.country ?? "",
      upBytes: recorder?.upBytes ?? 0,
      downBytes: recorder?.downBytes ?? 0,
      ms: Math.round(performance.now() - this.#openedAt),
      outcome,
      reason,
      detail: why?.detail ?? "",
    });
  }
}

interface DialAttempt {
  target: Target;
  addresses: string[];
  idleUpstream: UpstreamConnection | null;
  done: (opened: UpstreamConnection | Refused) => void;
  failed: (error: unknown) => void;
}

/** Whether the client was refused, or the exit, the target or the gateway failed. */
export function outcomeOf({ reason }: Refused): "refused" | "failed" {
  return refusedForms[reason].status < 500 ? "refused" : "failed";
}
