/** What the request log keeps, and how a tunnel or request came out (contract §7, §16). */
import type { RefusedReason } from "./admission.ts";

/** The log goes back so far. */
export const requestsKeptMs = 24 * 3_600_000;
/** An account keeps at most so many, the newest. */
export const requestsKeptPerAccount = 100_000;
/** What is above is taken away once so many came: until then there may be that many more. */
export const requestsTrimmedEvery = 5_000;

export type Outcome = "ok" | "refused" | "cut" | "failed";

/** Reasons that lie beyond the gateway's own verdict: at the exit, at the target, in our fault. */
const failures: ReadonlySet<RefusedReason> = new Set<RefusedReason>([
  "exitUnreachable",
  "targetUnreachable",
  "targetRefused",
  "dnsFailed",
  "badAnswer",
  "timedOut",
  "ourFault",
]);

/**
 * How it came out: `opened` once a way to the target stood; `reason` null where nothing went wrong.
 * Idle time that runs out on an open tunnel is its end, and reads as failed (`timedOut`).
 */
export function outcomeOf(given: { opened: boolean; reason: RefusedReason | null }): Outcome {
  if (given.reason === null) return "ok";
  if (failures.has(given.reason)) return "failed";
  return given.opened ? "cut" : "refused";
}
