/** How many streams of one call may be open at one time, and what they share. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { mostFiles, roomsFor } from "./connection-room.ts";

/** Of an account. */
export const streamsPerAccount = 10;
/** Of this process: a part of the connections that it has room for. */
const SHARE_OF_ROOM = 0.25;
const streamsInAll = Math.floor(roomsFor(mostFiles()).api * SHARE_OF_ROOM);

/**
 * The open streams. Where the process has no room for more, an account with fewer takes the place of
 * the oldest stream of the account that has most.
 */
export class Streams {
  #inAll: number;
  /** By account, oldest first. */
  #open = new Map<string, Set<AbortController>>();
  #count = 0;

  constructor(inAll = streamsInAll) {
    this.#inAll = inAll;
  }

  /**
   * Counts one more until it ends. Answers its end: `until`, or that its place was taken.
   * @throws Refusal tooMany (of the account), tooManyStreams (all accounts have as few)
   */
  enter(accountId: string, until: AbortSignal): AbortSignal {
    const count = this.#open.get(accountId)?.size ?? 0;
    if (count >= streamsPerAccount) throw new Refusal("tooMany", { limit: streamsPerAccount });
    // A client that has gone already leaves no mark: there is no end to wait for.
    if (until.aborted) return until;
    if (this.#count >= this.#inAll) this.#endOneOfMost(count);
    const ending = new AbortController();
    const own = this.#open.get(accountId) ?? new Set();
    this.#open.set(accountId, own.add(ending));
    this.#count += 1;
    until.addEventListener("abort", () => this.#end(accountId, ending), { once: true });
    return ending.signal;
  }

  /** @throws Refusal tooManyStreams where nobody would still have one more than the newcomer */
  #endOneOfMost(ofNewcomer: number): void {
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
 * How many milliseconds after the whole second a stream sends its event. Each stream has its own:
 * hundreds of events sent at one moment would delay every other call.
 */
export const spreadOverSecond = () => Math.random() * spreadMs;

/** What is computed once for all who ask for the same within one second. */
export class OncePerSecond<T> {
  #second = Number.NaN;
  #made = new Map<string, Promise<T>>();

  /** `second` is a count of whole seconds by any clock; with a new one all is computed afresh. */
  of(key: string, second: number, make: () => Promise<T>): Promise<T> {
    if (second !== this.#second) {
      this.#second = second;
      this.#made.clear();
    }
    const made = this.#made.get(key) ?? make();
    this.#made.set(key, made);
    return made;
  }
}
