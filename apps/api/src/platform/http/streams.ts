/** How many event streams may be open at once, and values that they share. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxOpenFiles, limitsFor } from "./max-connections.ts";

/** The most open streams of one account. */
export const streamsPerAccount = 10;
/** The share of this process's connections that may be streams. */
const SHARE_OF_CONNECTIONS = 0.25;
const maxStreams = Math.floor(limitsFor(maxOpenFiles()).api * SHARE_OF_CONNECTIONS);

/**
 * The open streams. When the process is full, a new stream replaces the oldest one of the account
 * that has the most.
 */
export class Streams {
  #inAll: number;
  /** By account, oldest first. */
  #open = new Map<string, Set<AbortController>>();
  #count = 0;

  constructor(inAll = maxStreams) {
    this.#inAll = inAll;
  }

  /**
   * Counts a stream until `until` is aborted. The returned signal is also aborted when another
   * stream replaces it.
   * @throws Refusal tooMany (of the account), tooManyStreams (no account has noticeably more)
   */
  enter(accountId: string, until: AbortSignal): AbortSignal {
    const count = this.#open.get(accountId)?.size ?? 0;
    if (count >= streamsPerAccount) throw new Refusal("tooMany", { limit: streamsPerAccount });
    // Already aborted: no abort event would follow to remove it.
    if (until.aborted) return until;
    if (this.#count >= this.#inAll) this.#endOldestOfLargest(count);
    const ending = new AbortController();
    const own = this.#open.get(accountId) ?? new Set();
    this.#open.set(accountId, own.add(ending));
    this.#count += 1;
    until.addEventListener("abort", () => this.#end(accountId, ending), { once: true });
    return ending.signal;
  }

  /** @throws Refusal tooManyStreams if no account has at least two more than the newcomer */
  #endOldestOfLargest(ofNewcomer: number): void {
    let most: [string, Set<AbortController>] | null = null;
    for (const one of this.#open) if (one[1].size > (most?.[1].size ?? 0)) most = one;
    const [oldest] = most?.[1] ?? [];
    if (!most || !oldest || most[1].size <= ofNewcomer + 1) throw new Refusal("tooManyStreams");
    this.#end(most[0], oldest);
  }

  #end(accountId: string, ending: AbortController): void {
    const own = this.#open.get(accountId);
    if (!own?.delete(ending)) return;
    if (own.size === 0) this.#open.delete(accountId);
    this.#count -= 1;
    ending.abort();
  }
}

const spreadMs = 250;
/**
 * A random delay after the whole second at which a stream sends its event: hundreds of events sent
 * at once would delay every other call.
 */
export const spreadOverSecond = () => Math.random() * spreadMs;

/** Computes a value once per key and second, shared by all callers. */
export class OncePerSecond<T> {
  #second = Number.NaN;
  #values = new Map<string, Promise<T>>();

  /** `second` counts whole seconds by any clock; a new one discards all values. */
  get(key: string, second: number, make: () => Promise<T>): Promise<T> {
    if (second !== this.#second) {
      this.#second = second;
      this.#values.clear();
    }
    const value = this.#values.get(key) ?? make();
    this.#values.set(key, value);
    return value;
  }
}
