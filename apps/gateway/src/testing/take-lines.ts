/** How the test hub takes lines of the request log and the trace. */
import type { LogQuestions, RequestRow } from "@turnpike/contract/request-log.ts";

/** A bench sends millions. */
const mostRequests = 100_000;

/** Keeps the lines that come, those of open tunnels apart. */
export const takeLines =
  (hub: { requests: RequestRow[]; openRequests: RequestRow[]; dropped: number }) =>
  async ({ rows, dropped }: LogQuestions["requests"]["question"]) => {
    for (const row of rows) (row.open ? hub.openRequests : hub.requests).push(row);
    if (hub.requests.length > mostRequests) hub.requests.splice(0, mostRequests / 2);
    hub.dropped += dropped;
    return { kept: rows.length };
  };
