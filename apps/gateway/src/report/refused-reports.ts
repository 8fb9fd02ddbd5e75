/** Usage reports that the hub refuses while it accepts others (`refused-items.ts`). */
import type { SetAsideReport, UsageReport } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { RefusedItems } from "./refused-items.ts";
import { batchOf, partsOf, sendReports } from "./report-size.ts";

const asidesPerQuestion = 20;
/** With more refused reports than this, the hub accepts nothing at all: all wait in the journal. */
const maxRefused = 200;
/** A report that was refused this many times is set aside. */
const maxRefusals = 10;
const askTimeoutMs = 10_000;

export interface RefusedReportsOptions {
  folder: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
  now: () => number;
}

/** The refused reports of a journal's folder. */
export function refusedReports(
  options: RefusedReportsOptions,
  probeHub: () => Promise<unknown>,
): RefusedItems<UsageReport> {
  const { folder, epoch, link, log, now } = options;
  return new RefusedItems<UsageReport>({
    folder,
    epoch,
    log,
    now,
    what: "report",
    most: maxRefused,
    refusals: maxRefusals,
    retry: (report) => sendReports(link, [report], askTimeoutMs),
    probeHub,
    handOver: async (refused) => {
      let left: SetAsideReport[] = refused.flatMap(({ item, why, at }) =>
        partsOf(item).map((report) => ({ report, why, at })),
      );
      while (left.length > 0) {
        const asides = batchOf(left, { most: asidesPerQuestion, reportOf: ({ report }) => report });
        await link.ask("aside", { asides }, askTimeoutMs);
        left = left.slice(asides.length);
      }
    },
    describe: ({ epoch: of, sequence }) => ({ epoch: of, sequence }),
  });
}
