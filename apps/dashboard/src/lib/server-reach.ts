/** Whether the server answers: what the calls of the page have found out last. */
import { useSyncExternalStore } from "react";

let away = false;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  if (now === away) return;
  away = now;
  for (const listener of listeners) listener();
}

export const serverReach = {
  /** No answer came. */
  lost: (): void => set(true),
  /** Any answer came, a refusal too. */
  found: (): void => set(false),
  isAway: (): boolean => away,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useServerAway = (): boolean => useSyncExternalStore(subscribe, () => away);
