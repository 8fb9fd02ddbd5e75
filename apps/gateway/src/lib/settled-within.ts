/** Waiting for work that goes on without whoever waits. */
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when `work` does, after `ms` at the latest. */
export async function settledWithin(work: Promise<void>, ms: number): Promise<void> {
  const late = new AbortController();
  const end = sleep(ms, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([work, end]);
  late.abort();
}
