/** Failed tries by (client address, user name) at a door, bounded in number (quality G9). */
import {
  blockMs,
  countFailure,
  isBlocked,
  type Tries,
  triesForgotten,
} from "@turnpike/rules/admission.ts";

const mostPairs = 50_000;
const forgetEvery = 1_024;

export class TriesTable {
  #pairs = new Map<string, Tries>();
  #counted = 0;
  /** Told of each failure here, so that the other workers of this gateway count it too. */
  onFailure: (pair: string) => void = () => {};

  isBlocked(pair: string): boolean {
    return this.#pairs.size > 0 && isBlocked(this.#pairs.get(pair) ?? null, performance.now());
  }

  failed(pair: string): void {
    this.count(pair);
    this.onFailure(pair);
  }

  /** A failure at another worker, or here. */
  count(pair: string): void {
    const now = performance.now();
    const tries = countFailure(this.#pairs.get(pair) ?? null, now);
    // The oldest stands first: Map keeps the order in which keys were set.
    this.#pairs.delete(pair);
    this.#pairs.set(pair, tries);
    this.#counted += 1;
    if (this.#counted % forgetEvery === 0) this.#forget(now);
  }

  #forget(now: number): void {
    for (const [pair, tries] of this.#pairs) {
      const old = triesForgotten(tries, now) || now - tries.lastAt > blockMs;
      if (!old && this.#pairs.size <= mostPairs) return;
      this.#pairs.delete(pair);
    }
  }
}

/**
 * The key of a pair; `name` is lower case, or what could be read of it. Many static IPs and unlimited
 * ports share one name, and tries at one of them (`door`) say nothing of the others.
 */
export function pairOf(address: string, name: string, door = ""): string {
  return `${address} ${door} ${name.slice(0, 64)}`;
}
