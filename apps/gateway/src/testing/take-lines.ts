/** How the test hub takes lines of the request log and the trace. */
import { connectionRow } from "@turnpike/contract/connection-line.ts";
import type { LogQuestions, RequestRow } from "@turnpike/contract/request-log.ts";

/** A bench sends millions. */
const mostRequests = 100_000;

interface Lines {
  requests: RequestRow[];
  openRequests: RequestRow[];
  dropped: number;
}

/** Keeps the lines that come, those of open tunnels apart. */
export const takeLines =
  (hub: Lines) =>
  async ({ rows, dropped }: LogQuestions["requests"]["question"]) => {
    for (const row of rows) (row.open ? hub.openRequests : hub.requests).push(row);
    if (hub.requests.length > mostRequests) hub.requests.splice(0, mostRequests / 2);
    hub.dropped += dropped;
    return { kept: rows.length };
  };

/** The same of those that had an exit. */
export const takeConnections = (hub: Lines) => {
  const take = takeLines(hub);
  return ({ rows, dropped }: LogQuestions["connections"]["question"]) =>
    take({ gateway: "", epoch: "", rows: rows.map(connectionRow), dropped });
};
