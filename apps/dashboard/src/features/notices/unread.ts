import { useSyncExternalStore } from "react";
import type { CallResult } from "../../lib/call.ts";
import { seenNews } from "./seen-news.ts";

export type Notice = CallResult<"headerInit">["notices"][number];

/** An alert counts while it holds, news until they were seen. */
export const unreadOf = (notices: readonly Notice[], seen: string): Notice[] => {
  const ids = new Set(seen.split(" "));
  return notices.filter(({ id, kind }) => kind === "alert" || !ids.has(id));
};

/** The notices that have not been seen in this browser. */
export function useUnread(notices: readonly Notice[]): Notice[] {
  return unreadOf(notices, useSyncExternalStore(seenNews.subscribe, seenNews.read));
}
