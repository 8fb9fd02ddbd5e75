/** A session from admission to its line in the request log: authorises, dials, records usage. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { BudgetState, ByteBudget } from "../meter/leased-budget.ts";
import { UsageRecorder } from "../meter/usage-recorder.ts";
import type { Admitted } from "../authenticate/auth-context.ts";
import { Attempts, clientLeft } from "./attempts.ts";
import { Connection } from "../authorise/connections.ts";
import { targetBar, targetBlocked } from "../authorise/target-bar.ts";
import type { UpstreamConnection } from "../dial/dial.ts";
import type { Way } from "../dial/members.ts";
import type { Gateway } from "./gateway.ts";
import { isUnlimited } from "../link/holder.ts";
import type { PortRateLimiter } from "../meter/rate-limiters.ts";
import { onResult } from "../lib/maybe-promise.ts";
import { countReason } from "../report/counters.ts";
import { pickForUdp, udpPicks } from "./pick-for-udp.ts";
import { budgetForTarget, budgetOf, chargeTarget, releaseBudgets } from "./session-budgets.ts";
import { outcomeOf, type RequestContext, SessionLines } from "./session-lines.ts";

const noLease: Refused = { reason: "notReady", detail: "its traffic cannot be leased now" };

/** An admitted tunnel or request; counts as open until `close`. */
export class ProxySession {
  readonly connection: Connection;
  readonly admitted: Admitted;
  /** Its lines in the request log. */
  readonly lines: SessionLines;
  #gateway: Gateway;
  #context: RequestContext;
  #id: string | null = null;
  #openedAt = performance.now();
  #recorder: UsageRecorder | null = null;
  #attempts: Attempts;
  /** The target's address that was dialled. */
  #address: string | null = null;
  /** When its next line as an open session is due, in `performance.now()` time. */
  #openRowDueAt: number;
  /** Whether it counts among the holder's concurrent connections. */
  #hasSlot = false;
  #closed = false;
  constructor(gateway: Gateway, context: RequestContext, admitted: Admitted) {
    this.#gateway = gateway;
    this.#context = context;
    this.#openRowDueAt = this.#openedAt + gateway.openRecorded.afterMs;
    this.admitted = admitted;
    this.connection = new Connection(admitted.grant);
    this.#attempts = new Attempts(gateway, this.connection, admitted);
    this.lines = new SessionLines(gateway, { context, session: this });
    gateway.connections.add(this.connection);
    budgetOf(this.#gateway, this.connection).users += 1;
  }

  /** For `X-Request-Id` and the log; created on first use. */
  get id(): string {
    this.#id ??= this.#gateway.id();
    return this.#id;
  }

  /** The exit chosen last. */
  get exit(): Way | null {
    return this.#attempts.exit;
  }

  /** Whether the client's next request normally uses the same exit. */
  get keepsExit(): boolean {
    const { grant, request } = this.admitted;
    return grant.exitId !== null || request.sid !== null || isUnlimited(grant.product);
  }

  /** Ends the session and logs it; `why` is what went wrong, if anything did. */
  close(why: Refused | null = null): void {
    if (this.#closed) return;
    this.#closed = true;
    releaseBudgets(this.#gateway, this.connection);
    const { connections, ownerLimits } = this.#gateway;
    connections.remove(this.connection);
    if (this.#hasSlot) ownerLimits.release(this.admitted.grant.holderId);
    this.#attempts.end();
    this.#logRequest(why);
  }

  /**
   * Checks the owner's limits and the budget, resolves the target, chooses an exit and dials; if
   * the exit fails, retries with another. Calls `done` once, synchronously or later.
   */
  open(
    target: Target,
    idleUpstream: UpstreamConnection | null,
    done: (opened: UpstreamConnection | Refused) => void,
  ): void {
    const { auth, resolver, ownerLimits } = this.#gateway;
    const { accountId, holderId } = this.admitted.grant;
    this.#context.target = target.authority;
    const destination = { host: target.host, port: target.port, addresses: [] as string[] };
    this.connection.destination = destination;
    const failed = this.#onError(done);
    const { blockedTargets } = auth.snapshot;
    const barred = targetBar(this.admitted.grant, destination, auth);
    const forbidden = barred ?? ownerLimits.checkTarget(holderId, target.host, auth.now());
    if (forbidden) return done(forbidden);
    chargeTarget(this.#gateway, this.connection, target.host);
    const resolved = (addresses: string[] | Refused) => {
      if (!Array.isArray(addresses)) return done(addresses);
      destination.addresses = addresses;
      if (blockedTargets.has(accountId, destination)) return done(targetBlocked);
      // A connection that was kept leads where its name led before: that was not checked now.
      const isChecked = idleUpstream !== null && addresses.includes(idleUpstream.address);
      const kept = isChecked ? idleUpstream : null;
      this.#attempts.start({ target, addresses, idleUpstream: kept, done, failed });
    };
    const asker = { account: accountId, subAccount: holderId };
    const ready = () => onResult(resolver.resolve(target, asker), resolved, failed);
    this.#acquire(ready, done, failed);
  }

  /**
   * Like `open`, for UDP: chooses an exit that can carry it, for the whole association. Targets are
   * checked with each datagram.
   */
  associate(done: (opened: ExitFact | Refused) => void): void {
    const failed = this.#onError(done);
    const opened = (exit: ExitFact | Refused) => {
      if (!("reason" in exit)) this.#attempts.exit = exit;
      done(exit);
    };
    const pick = () => pickForUdp(this.#gateway, this, { tries: udpPicks, done: opened, failed });
    this.#acquire(pick, done, failed);
  }

  /**
   * Counts it among the holder's connections, once there are bytes and a slot for it. Bytes come
   * first: the hub counts connections only for machines that lease for their sub-account.
   */
  #acquire(
    ready: () => void,
    done: (refused: Refused) => void,
    failed: (error: unknown) => void,
  ): void {
    const { ownerLimits } = this.#gateway;
    const { holderId } = this.admitted.grant;
    const onSlot = (refused: Refused | null | true) => {
      if (refused !== null && refused !== true) return done(refused);
      if (this.#closed) {
        ownerLimits.release(holderId);
        return done(clientLeft);
      }
      this.#hasSlot = true;
      ready();
    };
    const onBudget = (budgetState: BudgetState) => {
      if (this.#closed) return done(clientLeft);
      if (budgetState === "ready") return onResult(ownerLimits.acquire(holderId), onSlot, failed);
      done(budgetState === "hubAway" ? noLease : { reason: budgetState, detail: "" });
    };
    onResult(budgetOf(this.#gateway, this.connection).ready(), onBudget, failed);
  }

  #onError(done: (refused: Refused) => void): (error: unknown) => void {
    return (error) => {
      this.#gateway.log.error({ error: String(error) }, "session open failed");
      done({ reason: "ourFault", detail: "" });
    };
  }

  /** Creates the recorder of its bytes, once the upstream connection is open. */
  recordUsage(target: Target, upstream: UpstreamConnection): UsageRecorder {
    this.#attempts.exit = upstream.exit;
    const isForwarded = this.#context.protocol === "http";
    this.#address = upstream.address;
    this.connection.session = this;
    this.#recorder = this.#newRecorder(target, this.rateLimiter());
    this.#attempts.use?.moves(this.#recorder, upstream, isForwarded);
    this.#gateway.counters.opened[this.#context.protocol] += 1;
    return this.#recorder;
  }

  /** Creates the recorder of one UDP target. The caller applies `rateLimiter` itself. */
  recordTarget(target: Target): UsageRecorder {
    this.#gateway.counters.opened.udp += 1;
    const budget = budgetForTarget(this.#gateway, this.connection, target.host);
    return this.#newRecorder(target, null, budget);
  }

  /** The rate limiter of an unlimited plan's port, shared by all its bytes; null for others. */
  rateLimiter(): PortRateLimiter | null {
    const { product, holderId } = this.admitted.grant;
    return isUnlimited(product) ? this.#gateway.rateLimiters.of(holderId) : null;
  }

  #newRecorder(target: Target, rateLimiter: PortRateLimiter | null, budget?: ByteBudget) {
    const { accountId, holderId: subAccountId, product } = this.admitted.grant;
    const { country = "", city = "" } = this.exit ?? {};
    const usageKey = { accountId, subAccountId, product, domain: target.host, country, city };
    const source = budget ?? budgetOf(this.#gateway, this.connection);
    const recorder = new UsageRecorder(source, this.#gateway.meter, usageKey, rateLimiter);
    recorder.countRequest();
    return recorder;
  }

  /** Its line while it is open, if due: first after some time, and then at intervals. */
  openRow(now: number): RequestRow | null {
    if (this.#closed || now < this.#openRowDueAt) return null;
    this.#openRowDueAt = now + this.#gateway.openRecorded.everyMs;
    return this.lines.row({ ...this.#line("ok", ""), open: true });
  }

  #line(outcome: RequestRow["outcome"], reason: RequestRow["reason"], detail = "") {
    return {
      id: this.id,
      address: this.#address ?? this.connection.destination?.addresses[0],
      upBytes: this.#recorder?.upBytes ?? 0,
      downBytes: this.#recorder?.downBytes ?? 0,
      ms: Math.round(performance.now() - this.#openedAt),
      outcome,
      reason,
      detail,
    };
  }

  #logRequest(why: Refused | null): void {
    const recorder = this.#recorder;
    const { closedBecause } = this.connection;
    const wasOpen = recorder !== null || this.lines.count > 0;
    if (closedBecause && wasOpen) countReason(this.#gateway.counters.cut, closedBecause);
    if (this.lines.count > 0) return;
    const reason = closedBecause ?? why?.reason ?? "";
    const cut = closedBecause !== null && recorder !== null;
    const outcome = reason === "" ? "ok" : cut ? "cut" : outcomeOf({ reason, detail: "" });
    const domain = this.connection.destination?.host ?? "";
    this.lines.countOutcome(
      { domain, outcome, reason, connectMs: this.#attempts.connectMs },
      recorder,
    );
    this.lines.add(this.#line(outcome, reason, why?.detail));
  }
}
