/** Whether the server answers, and in time (spec/dashboard#answers): one state for the page. */
import { useSyncExternalStore } from "react";

/** The page says that it takes longer than usual. */
export const SLOW_AFTER_MS = 5_000;
/** The page stops waiting. */
export const ANSWER_TIMEOUT_MS = 14_000;

let away = false;
/** How many things the page is waiting for that take longer than usual, and how many much longer. */
const waiting = { slow: 0, late: 0 };
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function setAway(now: boolean): void {
  if (now === away) return;
  away = now;
  notify();
}

/** Counts a wait while it lasts longer than `ms`. */
async function counted<T>(kind: keyof typeof waiting, ms: number, answer: Promise<T>): Promise<T> {
  let isCounted = false;
  const count = (change: 1 | -1) => {
    waiting[kind] += change;
    notify();
  };
  const timer = setTimeout(() => {
    isCounted = true;
    count(1);
  }, ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isCounted) count(-1);
  }
}

export const serverReach = {
  /** There was no answer. */
  markUnreachable: (): void => setAway(true),
  /** There was an answer, possibly a refusal. */
  markReachable: (): void => setAway(false),
  isUnreachable: (): boolean => away,
  /** Waits for an answer; the page says so if it takes longer than usual. */
  watch: <T>(answer: Promise<T>): Promise<T> => counted("slow", SLOW_AFTER_MS, answer),
  /**
   * The same for a part of the page, such as a screen's code. It has no timeout, as a slow network
   * may still bring it; instead, the page offers to try again.
   */
  watchPart: <T>(part: Promise<T>): Promise<T> =>
    serverReach.watch(counted("late", ANSWER_TIMEOUT_MS, part)),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useServerUnreachable = (): boolean => useSyncExternalStore(subscribe, () => away);

/** Whether the page is waiting for longer than usual; `late` if a part of it does not arrive. */
export const useServerPace = (): "usual" | "slow" | "late" =>
  useSyncExternalStore(subscribe, () =>
    waiting.late > 0 ? "late" : waiting.slow > 0 ? "slow" : "usual",
  );
