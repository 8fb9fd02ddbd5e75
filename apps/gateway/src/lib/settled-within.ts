/** Waiting with a timeout for work that continues after the timeout. */
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when `work` does, or after `ms` at the latest. */
export async function settledWithin(work: Promise<void>, ms: number): Promise<void> {
  await resultWithin(work, ms);
}

/** Resolves with the result of `work`, or with null after `ms`. */
export async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const late = new AbortController();
  const end = sleep(Math.max(0, ms), null, { signal: late.signal }).catch(() => null);
  try {
    return await Promise.race([work, end]);
  } finally {
    late.abort();
  }
}
