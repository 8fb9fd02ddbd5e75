/** Whether and how many gateway workers are connected, to whichever API process. */
import type { Services } from "./services.ts";

type Connected = Pick<Services, "gateways" | "gatewaysAnywhere">;

/** Gateway workers connected to any API. Reads rows. */
export async function gatewaysConnected({
  gateways,
  gatewaysAnywhere,
}: Connected): Promise<number> {
  return (await gatewaysAnywhere?.()) ?? gateways?.() ?? 0;
}

/** Whether any is connected; reads rows only where none is connected to this process. */
export async function anyGateway(services: Connected): Promise<boolean> {
  return (services.gateways?.() ?? 0) > 0 || (await gatewaysConnected(services)) > 0;
}

/** Reads something at most so often: who asks meanwhile gets the last answer, or waits for its read. */
export function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last !== null && now - last.at < ms) return last.answer;
    const answer = read();
    last = { at: now, answer };
    // A failure is not kept.
    answer.catch(() => {
      if (last?.answer === answer) last = null;
    });
    return answer;
  };
}
