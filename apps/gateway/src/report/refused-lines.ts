/** Lines of the trace that the hub refuses while it accepts others (`refused-items.ts`). */
import type { ConnectionLine } from "@turnpike/contract/connection-line.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { type Refused, RefusedItems } from "./refused-items.ts";
import { handOver } from "./split-sender.ts";

/** Further ones are dropped and counted, some 2 MB. */
const maxRefused = 5_000;

export interface RefusedLinesOptions {
  folder: string;
  epoch: string;
  link: Pick<GatewayLink, "ask">;
  log: Log;
}

/**
 * The refused lines of a connection log's folder. Before they are handed to the hub they are sent
 * once more by `give`: it may be of a later version by now.
 */
export function refusedLines(
  { folder, epoch, link, log }: RefusedLinesOptions,
  give: (lines: ConnectionLine[]) => Promise<unknown>,
): RefusedItems<ConnectionLine> {
  const setAside = async (refused: Refused<ConnectionLine>[]) => {
    const lines = refused.map(({ item }) => item);
    const left: RefusedItem<ConnectionLine>[] = await giveSplit(lines, {
      give,
      isRefusal: async (error) => {
        if (error instanceof LinkDown) return false;
        await give([]);
        return true;
      },
    });
    const items = left.map(({ item, why }) => {
      return { kind: "connection" as const, name: String(item?.[0]), item, why, at: 0 };
    });
    if (!(await handOver(link, items))) throw new Error("the API does not keep refused lines");
  };
  return new RefusedItems<ConnectionLine>({
    folder,
    epoch,
    log,
    now: () => 0,
    what: "line",
    most: maxRefused,
    refusals: 1,
    retry: (line) => give([line]),
    probeHub: () => give([]),
    handOver: setAside,
    describe: ([id]) => ({ id }),
  });
}
