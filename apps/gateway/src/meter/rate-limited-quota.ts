/** A quota that releases bytes no faster than a port's rate. */
import type { ByteQuota } from "../engine/engine.ts";
import type { Flow } from "./rate-limiter.ts";

export class RateLimitedQuota implements ByteQuota {
  #quota: ByteQuota;
  #flow: Flow;
  /** The rate allowed bytes but the inner quota was empty, so wait for the inner quota. */
  #quotaEmpty = false;

  constructor(quota: ByteQuota, flow: Flow) {
    this.#quota = quota;
    this.#flow = flow;
  }

  take(bytes: number): number {
    this.#quotaEmpty = false;
    const allowed = this.#flow.take(bytes);
    if (allowed === 0) return 0;
    const taken = this.#quota.take(allowed);
    if (taken < allowed) this.#flow.giveBack(allowed - taken);
    this.#quotaEmpty = taken === 0;
    return taken;
  }

  commit(bytes: number): void {
    this.#quota.commit(bytes);
  }

  refund(bytes: number): void {
    this.#flow.giveBack(bytes);
    this.#quota.refund(bytes);
  }

  wait(then: () => void): void {
    if (this.#quotaEmpty) this.#quota.wait(then);
    else this.#flow.wait(then);
  }

  cancelWait(then: () => void): void {
    this.#flow.cancelWait();
    this.#quota.cancelWait(then);
  }
}
