/** Which of the two quick windows is open: the palette or the sheet of shortcuts. */
import { useSyncExternalStore } from "react";

export type Overlay = "palette" | "keys";

let opened: Overlay | null = null;
const listeners = new Set<() => void>();

/** Opens one in place of the other; null closes. */
export function openOverlay(which: Overlay | null): void {
  if (which === opened) return;
  opened = which;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Calls back with each change, before anything is drawn. */
export function onOverlay(listener: (which: Overlay | null) => void): () => void {
  return subscribe(() => listener(opened));
}

/** The one that is open. */
export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => opened);
