/** Cached answers that no longer hold. The cache itself loads with the first screen that reads. */
import type { CallName } from "@turnpike/contract/calls.ts";

/** These calls' answers, those that a change touches (lib/changes.ts), or all of them. */
export type Stale = readonly CallName[] | { after: CallName } | "all";
type Refetch = (stale: Stale) => Promise<unknown>;
let refetch: Refetch = async () => undefined;

/** Sets what refetches stale answers. Screens outside the shell cache none and need not load it. */
export function onStale(next: Refetch): void {
  refetch = next;
}

/** Marks cached answers as stale; resolves when the visible ones have been refetched. */
export const makeStale = (stale: Stale): Promise<unknown> => refetch(stale);
