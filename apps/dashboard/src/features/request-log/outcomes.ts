import type { CallResult } from "../../lib/call.ts";

export type LoggedRequest = CallResult<"requestLog">["items"][number];
export type Outcome = LoggedRequest["outcome"];

/** The possible outcomes of a request, in the filter's order, with their colours. */
export const outcomeColours = {
  ok: "good",
  refused: "amber",
  cut: "grape",
  failed: "red",
} as const satisfies Record<Outcome, string>;
/** The filter's options: one outcome, or all that are not successful. */
export const outcomeFilters = ["errors", ...(Object.keys(outcomeColours) as Outcome[])] as const;
