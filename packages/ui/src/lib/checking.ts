/** Whether the page is working on what the server asked of it; `PageNotices` says so. */
import { useSyncExternalStore } from "react";

let running = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  running += by;
  for (const listener of listeners) listener();
}

/** Says "Checking…" until the work is done. */
export async function whileChecking<T>(work: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useChecking = (): boolean => useSyncExternalStore(subscribe, () => running > 0);
