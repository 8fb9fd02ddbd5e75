/**
 * Slots for password hashing. Hashing is expensive, so only a few run at once and a limited number
 * waits, in a queue per network: a network that floods the API waits behind its own requests.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const AT_ONCE = 2;
const WAITING_AT_MOST = 512;
const RETRY_AFTER_SECONDS = 5;

interface QueuedWork {
  begin: () => void;
  giveUp: () => void;
}

/** Creates a set of slots; a process has one. */
export function passwordSlots({ atOnce = AT_ONCE, waitingAtMost = WAITING_AT_MOST } = {}) {
  let running = 0;
  let waiting = 0;
  /** The queues, the next one to serve first. */
  const lines = new Map<string, QueuedWork[]>();

  const lineUp = (from: string) =>
    new Promise<void>((begin, reject) => {
      const refusal = () => new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      const own = lines.get(from) ?? [];
      if (waiting >= waitingAtMost) {
        const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
        // The last of the longest queue gives its place to a network with fewer waiting requests.
        if (own.length + 1 >= longest.length) return reject(refusal());
        longest.pop()?.giveUp();
        waiting--;
      }
      waiting++;
      own.push({ begin, giveUp: () => reject(refusal()) });
      lines.set(from, own);
    });

  /** Hands the slot to the next waiting request, or frees it. */
  const next = () => {
    const first = lines.entries().next();
    if (first.done) {
      running--;
      return;
    }
    const [from, line] = first.value;
    const served = line.shift();
    lines.delete(from);
    if (line.length > 0) lines.set(from, line);
    waiting--;
    served?.begin();
  };

  /**
   * Runs `work` when a slot is free: networks take turns, and each is served in order of arrival.
   * @throws Refusal tooManyTries if too many wait already
   */
  return async <T>(from: string, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await lineUp(from);
    else running++;
    try {
      return await work();
    } finally {
      next();
    }
  };
}

/** This process's slots. */
export const inPasswordSlot = passwordSlots();
