/**
 * Hashing is dear, so only a few run at once and only so many wait, in a line for each network that
 * asks: who floods the API with passwords from one place waits behind themselves.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

const AT_ONCE = 2;
const WAITING_AT_MOST = 512;
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

/** Slots of their own: a process has one of these. */
export function passwordSlots({ atOnce = AT_ONCE, waitingAtMost = WAITING_AT_MOST } = {}) {
  let running = 0;
  let waiting = 0;
  /** The lines, the one whose turn it is first. */
  const lines = new Map<string, Waiting[]>();

  const lineUp = (from: string) =>
    new Promise<void>((begin, reject) => {
      const refusal = () => new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      const own = lines.get(from) ?? [];
      if (waiting >= waitingAtMost) {
        const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
        // The last of the longest line makes room for whoever has not waited so often.
        if (own.length + 1 >= longest.length) return reject(refusal());
        longest.pop()?.giveUp();
        waiting--;
      }
      waiting++;
      own.push({ begin, giveUp: () => reject(refusal()) });
      lines.set(from, own);
    });

  /** Whoever leaves hands the slot over, or frees it where nobody waits. */
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
   * Runs `work` when a slot is free: in turn by where it comes from, there in order of arrival.
   * @throws Refusal tooManyTries where too many wait already
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
