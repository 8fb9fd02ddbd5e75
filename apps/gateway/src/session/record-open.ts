/** Records tunnels while they are open, so that the trace includes them even after a crash. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import type { Connections } from "../authorise/connections.ts";

/** The limit per pass, so as not to delay traffic; the rest follow in the next pass. */
const rowsPerPass = 1_000;

/** Every second passes the due lines of open tunnels to `add`; returns a function that stops it. */
export function recordOpenConnections(
  connections: Connections,
  add: (row: RequestRow) => void,
): () => void {
  return everySecond(() => {
    const now = performance.now();
    let rows = 0;
    for (const { session } of connections) {
      const row = session?.openRow(now);
      if (!row) continue;
      add(row);
      rows += 1;
      if (rows === rowsPerPass) return;
    }
  });
}
