/**
 * Slots for password hashing. Hashing is expensive, so only a few run at once, at most one per
 * network, and a limited number wait, in a queue per network: a network that floods the API waits
 * behind its own requests and leaves a core to others.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const CONCURRENCY = 2;
const MAX_WAITING = 512;
const RETRY_AFTER_SECONDS = 5;

interface QueuedWork {
  begin: () => void;
  giveUp: () => void;
}

/** Creates a set of slots; a process has one. */
export function passwordSlots({ concurrency = CONCURRENCY, maxWaiting = MAX_WAITING } = {}) {
  let running = 0;
  let waiting = 0;
  /** The networks that have a slot. */
  const busy = new Set<string>();
  /** The queues; the first one is served next. */
  const queues = new Map<string, QueuedWork[]>();

  const enqueue = (from: string) =>
    new Promise<void>((begin, reject) => {
      const refusal = () => new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      const own = queues.get(from) ?? [];
      if (waiting >= maxWaiting) {
        const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a));
        // The last in the longest queue makes room for a network with fewer waiting requests.
        if (own.length + 1 >= longest.length) return reject(refusal());
        longest.pop()?.giveUp();
        waiting--;
      }
      waiting++;
      own.push({ begin, giveUp: () => reject(refusal()) });
      queues.set(from, own);
    });

  const enter = (from: string) => {
    running++;
    busy.add(from);
  };

  /** Releases the slot and hands it to the next network without one. */
  const release = (from: string) => {
    running--;
    busy.delete(from);
    for (const [next, queue] of queues) {
      if (running >= concurrency) return;
      if (busy.has(next)) continue;
      const first = queue.shift();
      queues.delete(next);
      if (queue.length > 0) queues.set(next, queue);
      waiting--;
      enter(next);
      first?.begin();
    }
  };

  /**
   * Runs `work` when a slot is free: networks take turns, and each is served in order of arrival.
   * @throws Refusal tooManyTries if too many wait already
   */
  return async <T>(from: string, work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency || busy.has(from)) await enqueue(from);
    else enter(from);
    try {
      return await work();
    } finally {
      release(from);
    }
  };
}

/** This process's slots. */
export const inPasswordSlot = passwordSlots();
