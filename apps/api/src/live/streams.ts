/** How many streams of one call may be open at one time. */
import { Refusal } from "@turnpike/contract/refusals.ts";

/** Of an account, and of this process. */
export const streamsPerAccount = 10;
export const streamsInAll = 500;

export class Streams {
  #open = new Map<string, number>();
  #inAll = 0;

  /**
   * Counts one more until it ends.
   * @throws Refusal tooManyStreams
   */
  enter(accountId: string, until: AbortSignal): void {
    const own = this.#open.get(accountId) ?? 0;
    if (own >= streamsPerAccount || this.#inAll >= streamsInAll)
      throw new Refusal("tooManyStreams");
    // A client that has gone already leaves no mark: there is no end to wait for.
    if (until.aborted) return;
    this.#open.set(accountId, own + 1);
    this.#inAll += 1;
    until.addEventListener("abort", () => this.#leave(accountId), { once: true });
  }

  #leave(accountId: string): void {
    const left = (this.#open.get(accountId) ?? 1) - 1;
    if (left > 0) this.#open.set(accountId, left);
    else this.#open.delete(accountId);
    this.#inAll -= 1;
  }
}
