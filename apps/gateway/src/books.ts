/** Leases, meter, journal and reports of one worker, every 250 ms (design §3). */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Connections } from "./connections.ts";
import { isLeased } from "./holder.ts";
import type { Log } from "./log.ts";
import type { Meter } from "./meter.ts";
import { Purses } from "./purses.ts";
import { Reporter } from "./report.ts";
import { countBytes, type Tally } from "./tally.ts";
import { until } from "./until.ts";
import type { GatewayWorld } from "./world.ts";

const tickMs = 250;
/** Rows that the disk did not take; with more of them nothing may be carried. */
const mostKeptRows = 100_000;
/** So many segments that the hub has not taken; with more nothing is carried without a lease. */
export const mostSegments = 1_000;
const reportTimeoutMs = 5_000;

export interface BooksOptions {
  gateway: string;
  epoch: string;
  journalFolder: string;
  link: GatewayLink;
  log: Log;
  world: GatewayWorld;
  connections: Connections;
  meter: Meter;
  tally: Tally;
  /** Hears of all rows, as they are collected: each once, and of none too. */
  counted?: (rows: readonly UsageRow[]) => void;
}
export interface Books {
  purses: Purses;
  reporter: Reporter;
  /** Gives all leases back, after their last report; waits some seconds for the hub. */
  stop(): Promise<void>;
}

/** Keeps the books from now on. */
export function openBooks(options: BooksOptions): Books {
  const { gateway, epoch, link, log, world, connections, meter, tally, journalFolder } = options;
  const purses: Purses = new Purses({
    gateway,
    epoch,
    link,
    now: world.now,
    granted: (leaseId) => reporter.granted(leaseId),
    cut: (subAccountId, why) => connections.cut(subAccountId, why === "hubAway" ? "notReady" : why),
  });
  const reporter: Reporter = new Reporter({
    gateway,
    epoch,
    folder: journalFolder,
    link,
    log,
    leasesOut: () => purses.out(),
    settled: (leaseIds) => purses.settled(leaseIds),
  });
  const rows: ReturnType<Meter["collect"]> = [];
  const drained: string[] = [];
  const book = () => {
    purses.tick();
    const counted = meter.collect();
    countBytes(tally, counted);
    options.counted?.(counted);
    for (const row of counted) rows.push(row);
    drained.push(...purses.drained());
    try {
      reporter.flush(rows, [...drained]);
      drained.length = 0;
    } catch (error) {
      log.error({ error: String(error), rows: rows.length }, "the journal takes nothing");
      if (rows.length > mostKeptRows) connections.cutAll("notReady");
    }
    purses.open.journalFull = reporter.segments >= mostSegments;
    if (purses.open.journalFull)
      connections.cutAll("notReady", ({ product }) => !isLeased(product));
  };
  const ticking = setInterval(book, tickMs);
  const stop = async () => {
    clearInterval(ticking);
    purses.stop();
    book();
    await until(() => {
      book();
      return reporter.isDone();
    }, reportTimeoutMs);
    reporter.stop();
  };
  return { purses, reporter, stop };
}
