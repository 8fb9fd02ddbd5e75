/** Whether the server answers, according to the page's latest call. */
import { useSyncExternalStore } from "react";

let away = false;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  if (now === away) return;
  away = now;
  for (const listener of listeners) listener();
}

export const serverReach = {
  /** There was no answer. */
  lost: (): void => set(true),
  /** There was an answer, possibly a refusal. */
  found: (): void => set(false),
  isAway: (): boolean => away,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useServerAway = (): boolean => useSyncExternalStore(subscribe, () => away);
