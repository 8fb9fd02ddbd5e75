/**
 * The product's clock: the server's, as its answers tell it. A computer's own may be hours off, and
 * a lab's can be moved. Nothing else in a web application asks what time it is
 * (`tools/repository-laws.test.ts`), except to measure how long something takes.
 */

/** Smaller differences are the time that answers take. */
const TOLERANCE_MS = 1_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

export const productClock = {
  /** Takes the time of an answer that has just arrived; ignores what is not an instant. */
  tell(answeredAt: unknown): void {
    if (typeof answeredAt !== "string") return;
    const told = Date.parse(answeredAt) - Date.now();
    if (Number.isNaN(told) || Math.abs(told - offsetMs) < TOLERANCE_MS) return;
    offsetMs = told;
    for (const listener of listeners) listener();
  },
  nowMs: (): number => productClock.at(Date.now()),
  /** Converts an instant of this computer's clock. */
  at: (hereMs: number): number => hereMs + offsetMs,
  /** The current day in UTC, as calls expect it: YYYY-MM-DD. */
  today: (): string => new Date(productClock.nowMs()).toISOString().slice(0, 10),
  /** Calls the listener when the clock was set. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
