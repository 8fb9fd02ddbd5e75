/**
 * Forms that show something whole: one that was opened before somebody else changed it would put
 * back what it showed (spec/console#stale-forms).
 */
import { createHash } from "node:crypto";
import { Refusal } from "@turnpike/contract/refusals.ts";

/** What a form shows, in short; what is shown to nobody is not in it. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 22);

/** @throws Refusal changedMeanwhile if another version was seen than that of what there is now */
export function refuseStale(seen: string | undefined, now: unknown): void {
  if (seen !== undefined && seen !== versionOf(now))
    throw new Refusal("changedMeanwhile", { field: "seen" });
}
