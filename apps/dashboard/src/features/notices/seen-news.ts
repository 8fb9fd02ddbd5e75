/** The announcements already seen in this browser. */
import { browserStore } from "@turnpike/ui/lib/storage.ts";
const KEY = "app.seenNews";
/** More than the header ever shows at once. */
const MAX_KEPT = 50;

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** For `useSyncExternalStore`; `read` returns ids separated by spaces. */
export const seenNews = {
  read: (): string => browserStore.get(KEY) ?? "",
  /** Other windows may mark news as seen too. */
  subscribe: (listener: () => void): (() => void) => {
    if (listeners.size === 0) addEventListener("storage", notify);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) removeEventListener("storage", notify);
    };
  },
};

/** Stores ids as seen, keeping only the newest. */
export function markNewsSeen(ids: readonly string[]): void {
  const before = seenNews.read().split(" ").filter(Boolean);
  const fresh = ids.filter((id) => !before.includes(id));
  if (fresh.length === 0) return;
  browserStore.set(KEY, [...fresh, ...before].slice(0, MAX_KEPT).join(" "));
  notify();
}
