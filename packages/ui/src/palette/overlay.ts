/** Which of the two quick overlays is open: the command palette or the list of shortcuts. */
import { useSyncExternalStore } from "react";

export type Overlay = "palette" | "keys";

let opened: Overlay | null = null;
const listeners = new Set<() => void>();

/** Opens an overlay and closes the other; null closes both. */
export function openOverlay(which: Overlay | null): void {
  if (which === opened) return;
  opened = which;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Calls the listener on each change, before rendering. */
export function onOverlay(listener: (which: Overlay | null) => void): () => void {
  return subscribe(() => listener(opened));
}

/** Returns the overlay that is open. */
export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => opened);
