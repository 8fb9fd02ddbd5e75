/** Which announcements have been seen in this browser. */
const KEY = "turnpike.seenNews";
/** More than the header ever shows at once. */
const MAX_KEPT = 50;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** For `useSyncExternalStore`; `read` answers ids, separated by spaces. */
export const seenNews = {
  read: (): string => localStorage.getItem(KEY) ?? "",
  /** Another window may see them too. */
  subscribe: (listener: () => void): (() => void) => {
    if (listeners.size === 0) addEventListener("storage", tell);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) removeEventListener("storage", tell);
    };
  },
};

/** Keeps ids as seen, the newest of them. */
export function seeNews(ids: readonly string[]): void {
  const before = seenNews.read().split(" ").filter(Boolean);
  const fresh = ids.filter((id) => !before.includes(id));
  if (fresh.length === 0) return;
  localStorage.setItem(KEY, [...fresh, ...before].slice(0, MAX_KEPT).join(" "));
  tell();
}
