import type { CallResult } from "../../lib/call.ts";

export type LoggedRequest = CallResult<"requestLog">["items"][number];
export type Outcome = LoggedRequest["outcome"];

/** What a request can come to, as the filter offers them, and the colour of each. */
export const outcomeColours = {
  ok: "pike",
  refused: "amber",
  cut: "grape",
  failed: "red",
} as const satisfies Record<Outcome, string>;
/** What the log can be narrowed to: one outcome, or all that did not succeed. */
export const outcomeFilters = ["errors", ...(Object.keys(outcomeColours) as Outcome[])] as const;
