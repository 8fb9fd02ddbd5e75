/** Limits concurrent proxy tests, per account and per process. */
import { Refusal } from "@turnpike/contract/refusals.ts";

export const testsPerAccount = 3;
export const testsInAll = 30;

export class ProxyTestLimiter {
  #taken = new Map<string, number>();
  #inAll = 0;

  /**
   * Runs work if fewer than the allowed number of tests are running.
   * @throws Refusal tooManyTries otherwise
   */
  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#taken.get(accountId) ?? 0;
    if (own >= testsPerAccount || this.#inAll >= testsInAll)
      throw new Refusal("tooManyTries", { retryAfterSeconds: 1 });
    this.#taken.set(accountId, own + 1);
    this.#inAll += 1;
    try {
      return await work();
    } finally {
      this.#inAll -= 1;
      const left = (this.#taken.get(accountId) ?? 1) - 1;
      if (left > 0) this.#taken.set(accountId, left);
      else this.#taken.delete(accountId);
    }
  }
}
