import { useSyncExternalStore } from "react";
import type { CallResult } from "../../lib/call.ts";
import { seenNews } from "./seen-news.ts";

export type Notice = CallResult<"headerInit">["notices"][number];

/** Alerts count while they are active, news until they have been seen. */
export const unreadOf = (notices: readonly Notice[], seen: string): Notice[] => {
  const ids = new Set(seen.split(" "));
  return notices.filter(({ id, kind }) => kind === "alert" || !ids.has(id));
};

/** The notices not yet seen in this browser. */
export function useUnread(notices: readonly Notice[]): Notice[] {
  return unreadOf(notices, useSyncExternalStore(seenNews.subscribe, seenNews.read));
}
