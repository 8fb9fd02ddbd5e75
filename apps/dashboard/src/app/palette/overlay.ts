/** Which of the two quick windows is open: the palette or the sheet of shortcuts. */
import { useSyncExternalStore } from "react";

export type QuickWindow = "palette" | "keys";

let shown: QuickWindow | null = null;
const listeners = new Set<() => void>();

/** Opens one in place of the other; null closes. */
export function openQuick(which: QuickWindow | null): void {
  if (which === shown) return;
  shown = which;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The one that is open. */
export const useQuick = (): QuickWindow | null => useSyncExternalStore(subscribe, () => shown);
