/** How the test hub accepts lines of the request log and the trace. */
import { connectionRow } from "@turnpike/contract/connection-line.ts";
import type { LogQuestions, RequestRow } from "@turnpike/contract/request-log.ts";

interface Lines {
  requests: RequestRow[];
  openRequests: RequestRow[];
  dropped: number;
  /** If there are more, the oldest half is dropped. */
  maxRequests: number;
}

/** Keeps received lines, those of open tunnels separately. */
export function takeLines(hub: Lines) {
  const requests = async ({ rows, dropped }: LogQuestions["requests"]["question"]) => {
    for (const row of rows) (row.open ? hub.openRequests : hub.requests).push(row);
    if (hub.requests.length > hub.maxRequests) hub.requests.splice(0, hub.requests.length / 2);
    hub.dropped += dropped;
    return { kept: rows.length };
  };
  const connections = ({ rows, ...rest }: LogQuestions["connections"]["question"]) =>
    requests({ ...rest, rows: rows.map(connectionRow) });
  return { requests, connections };
}
