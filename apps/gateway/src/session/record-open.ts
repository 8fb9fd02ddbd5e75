/** Records tunnels while they are open, so that the trace knows of them, even after a crash. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { everySecond } from "../lib/pace.ts";
import type { Connections } from "./connections.ts";

/** More in one pass would hold up traffic; the rest follow in the next. */
const rowsPerPass = 1_000;

/** Passes lines of tunnels that are due to `add`, every second; answers what ends it. */
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
