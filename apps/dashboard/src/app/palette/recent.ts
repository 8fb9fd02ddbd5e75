/** The palette's recent choices, kept in this browser separately for each account. */
import type { CallResult } from "../../lib/call.ts";
import { onSessionClosed, sessionUser } from "../../lib/session.ts";
import { browserStore } from "@turnpike/ui/lib/storage.ts";

export type FoundThing = CallResult<"find">["items"][number];
/** A screen or an action by its id, or one of the account's own items as it was found. */
export type Recent = { command: string } | { thing: FoundThing };

const PREFIX = "app.recent.";
const MAX_KEPT = 5;

const keyOf = (): string => PREFIX + (sessionUser()?.id ?? "");
const same = (one: Recent, other: Recent): boolean =>
  "command" in one
    ? "command" in other && one.command === other.command
    : "thing" in other && one.thing.to === other.thing.to;

/** Newest first; empty if the stored value cannot be read. */
export function recents(): Recent[] {
  try {
    const stored: unknown = JSON.parse(browserStore.get(keyOf()) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(stored: unknown): stored is Recent {
  if (typeof stored !== "object" || stored === null) return false;
  if ("command" in stored) return typeof stored.command === "string";
  if (!("thing" in stored) || typeof stored.thing !== "object" || stored.thing === null)
    return false;
  const { to, name } = stored.thing as Partial<FoundThing>;
  return typeof to === "string" && to.startsWith("/cli/") && typeof name === "string";
}

/** Stores a choice as the most recent one. */
export function saveRecent(chosen: Recent): void {
  const others = recents().filter((each) => !same(each, chosen));
  browserStore.set(keyOf(), JSON.stringify([chosen, ...others].slice(0, MAX_KEPT)));
}

/** Signing out leaves no addresses behind on a computer that others may use. */
onSessionClosed((why) => {
  if (why !== "signedOut") return;
  for (const key of browserStore.keys()) {
    if (key.startsWith(PREFIX)) browserStore.remove(key);
  }
});
