/** Counts the bytes of a tunnel or request and takes them from its budget. */
import type { ByteQuota } from "../engine/engine.ts";
import type { ByteBudget } from "./leased-budget.ts";
import type { ActiveLease } from "./lease-time.ts";
import type { UsageKey, UsageCounter, Meter } from "./meter.ts";
import { Flow } from "./rate-limiter.ts";
import { RateLimitedQuota } from "./rate-limited-quota.ts";
import type { PortRateLimiter } from "./rate-limiters.ts";

/** The recorder shared by both directions. */
export class UsageRecorder {
  readonly budget: ByteBudget;
  /** Bytes recorded so far. */
  upBytes = 0;
  downBytes = 0;
  #meter: Meter;
  #usageKey: UsageKey;
  #counter: UsageCounter | null = null;
  /** Requests that are not counted in a row yet. */
  #requests = 0;
  #rateLimiter: PortRateLimiter | null;

  /** With a `rateLimiter`, bytes move no faster than its port's rate. */
  constructor(
    budget: ByteBudget,
    meter: Meter,
    usageKey: UsageKey,
    rateLimiter: PortRateLimiter | null = null,
  ) {
    this.budget = budget;
    this.#meter = meter;
    this.#usageKey = usageKey;
    this.#rateLimiter = rateLimiter;
  }

  /** Counts one request, under the current lease or else under that of its first bytes. */
  countRequest(): void {
    this.#requests += 1;
    if (this.budget.current) this.#row(this.budget.current);
  }

  /** The counter used last; null while nothing was counted. */
  get counter(): UsageCounter | null {
    return this.#counter;
  }

  /** Creates the quota of one direction. */
  quota(direction: "up" | "down"): ByteQuota {
    const quota = new BudgetQuota(this, direction);
    return this.#rateLimiter === null
      ? quota
      : new RateLimitedQuota(quota, new Flow(this.#rateLimiter[direction]));
  }

  record(lease: ActiveLease, direction: "up" | "down", bytes: number): void {
    const row = this.#row(lease);
    if (direction === "up") {
      this.upBytes += bytes;
      row.upBytes += bytes;
    } else {
      this.downBytes += bytes;
      row.downBytes += bytes;
    }
  }

  #row(lease: ActiveLease) {
    let counter = this.#counter;
    if (counter?.window !== this.#meter.window || counter.leaseId !== lease.id) {
      counter = this.#meter.counter(lease.id, this.#usageKey);
      this.#counter = counter;
    }
    if (this.#requests > 0) {
      counter.row.requests += this.#requests;
      this.#requests = 0;
    }
    return counter.row;
  }
}

/** Bytes of one direction: taken from the budget and recorded under the lease they came from. */
class BudgetQuota implements ByteQuota {
  #recorder: UsageRecorder;
  #direction: "up" | "down";
  #lease: ActiveLease | null = null;

  constructor(recorder: UsageRecorder, direction: "up" | "down") {
    this.#recorder = recorder;
    this.#direction = direction;
  }

  take(bytes: number): number {
    const { budget } = this.#recorder;
    const taken = budget.take(bytes);
    if (taken > 0) this.#lease = budget.current;
    return taken;
  }

  commit(bytes: number): void {
    const lease = this.#lease;
    if (lease === null) return;
    lease.inFlight -= bytes;
    this.#recorder.record(lease, this.#direction, bytes);
  }

  refund(bytes: number): void {
    const lease = this.#lease;
    if (lease === null) return;
    lease.inFlight -= bytes;
    lease.left += bytes;
  }

  wait(then: () => void): void {
    this.#recorder.budget.wait(then);
  }

  cancelWait(then: () => void): void {
    this.#recorder.budget.cancelWait(then);
  }
}
