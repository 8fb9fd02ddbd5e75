/** Whether and how many gateway workers are connected, to any API process. */
import type { Services } from "./services.ts";

/** Whether any worker is connected; queries the database only if none is connected here. */
export async function anyGateway({ hub }: Services): Promise<boolean> {
  return hub.gateways() > 0 || (await hub.gatewaysAnywhere()) > 0;
}

/** Caches `read` for `ms`: callers get the last result, or wait for the read in progress. */
export function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last !== null && now - last.at < ms) return last.answer;
    const answer = read();
    last = { at: now, answer };
    // A failure is not cached.
    answer.catch(() => {
      if (last?.answer === answer) last = null;
    });
    return answer;
  };
}
