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
  markUnreachable: (): void => set(true),
  /** There was an answer, possibly a refusal. */
  markReachable: (): void => set(false),
  isUnreachable: (): boolean => away,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useServerUnreachable = (): boolean => useSyncExternalStore(subscribe, () => away);
