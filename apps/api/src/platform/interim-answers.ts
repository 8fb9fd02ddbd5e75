/**
 * Interim answers (1xx) of others' servers. Node reads them as long as they come, so that whoever
 * pours them takes the thread until the time of the request is over.
 */
import type { ClientRequest } from "node:http";

/** More than any server has a reason for. */
const MOST = 20;

/** Ends a request whose server sends more interim answers than that. */
export function boundInterim(request: ClientRequest, error = new Error("no final answer")): void {
  let count = 0;
  request.on("information", () => {
    count += 1;
    if (count === MOST) request.destroy(error);
  });
}
