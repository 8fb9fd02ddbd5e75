/**
 * A worker's leases, meter, journal and reports, processed every 250 ms while there is anything to
 * count, lease or send (spec/accounting#reports).
 */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Connections } from "../authorise/connections.ts";
import { isLeased } from "../link/holder.ts";
import { JournalDisk } from "../report/journal-disk.ts";
import type { Log } from "../lib/log.ts";
import { AdaptiveInterval } from "../lib/adaptive-interval.ts";
import type { Meter } from "../meter/meter.ts";
import type { UpstreamBook } from "../meter/upstream-book.ts";
import { ByteBudgets } from "../meter/byte-budgets.ts";
import type { HubState } from "../meter/leased-budget.ts";
import { Reporter } from "../report/reporter.ts";
import { countBytes, type Counters } from "../report/counters.ts";
import { waitFor } from "../lib/wait-for.ts";
import type { GatewayWorld } from "../lib/world.ts";

const tickMs = 250;
/** After this many failed journal writes connections are cut and new ones refused. */
const maxFailures = 4;
/** With more segments than this waiting for the hub, traffic without a lease is refused. */
export const maxSegments = 1_000;
const defaultLastReportsMs = 5_000;
const maxOutcomes = 20_000;

export interface AccountingOptions {
  gateway: string;
  epoch: string;
  journalFolder: string;
  link: GatewayLink;
  log: Log;
  world: GatewayWorld;
  connections: Connections;
  meter: Meter;
  counters: Counters;
  /** What is counted at upstreams. */
  book: UpstreamBook;
  lastReportsMs?: number | undefined;
  /** Called on each tick with its rows, even if there are none. */
  counted?: (rows: readonly UsageRow[]) => void;
}
export interface Accounting {
  budgets: ByteBudgets;
  reporter: Reporter;
  disk: JournalDisk;
  /** Returns all leases after their last report; waits some seconds for the hub. */
  stop(): Promise<void>;
}

/** Starts counting, journalling and reporting. */
export function startAccounting(options: AccountingOptions): Accounting {
  const { log, connections, meter, counters, journalFolder } = options;
  const { budgets, reporter } = openBudgets(options, () => failures === 0);
  const disk = new JournalDisk({ folder: journalFolder, log });
  /** Consecutive ticks in which the journal could not be written. */
  let failures = 0;
  const rows: UsageRow[] = [];
  let outcomes: OutcomeRow[] = [];
  const upstreams: UpstreamUsageRow[] = [];
  const drained: string[] = [];
  const tick = () => {
    budgets.tick();
    const { usage: counted, outcomes: ended } = meter.collect();
    countBytes(counters, counted);
    options.counted?.(counted);
    for (const row of counted) rows.push(row);
    // Outcomes are not billed, so their number is limited while the journal cannot be written.
    outcomes = [...outcomes, ...ended].slice(0, maxOutcomes);
    upstreams.push(...options.book.take());
    drained.push(...budgets.takeDrained());
    try {
      reporter.flush(rows, [...drained], { outcomes, upstreams });
      drained.length = 0;
      if (failures > 0) log.info({ failures }, "journal writable again");
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) log.error({ error: String(error) }, "journal write failed");
      // Rows are kept in the meantime and written once there is space.
      if (failures >= maxFailures) connections.cutAll("notReady");
    }
    budgets.unmetered.journalFull = failures > 0 || reporter.segments >= maxSegments;
    if (reporter.segments >= maxSegments)
      connections.cutAll("notReady", ({ product }) => !isLeased(product));
  };
  const pace = new AdaptiveInterval(tickMs, () => {
    tick();
    const left = rows.length + outcomes.length + upstreams.length + drained.length;
    const isWritten = left === 0 && failures === 0 && options.book.isEmpty;
    return connections.size > 0 || !isWritten || !budgets.isIdle || !reporter.isDone();
  });
  connections.onFirst = () => pace.wake();
  const stop = async () => {
    pace.stop();
    budgets.stop();
    tick();
    await waitFor(() => {
      tick();
      return reporter.isDone() && !budgets.isAsking;
    }, options.lastReportsMs ?? defaultLastReportsMs);
    reporter.stop();
    disk.stop();
  };
  return { budgets, reporter, disk, stop };
}

/** `journals` returns whether the journal can be written. */
function openBudgets(options: AccountingOptions, journals: () => boolean) {
  const { gateway, epoch, log, world, connections, journalFolder } = options;
  const now = performance.now();
  const hub: HubState = { up: true, upSince: now, lastAnswerAt: now };
  const link = watchedLink(options.link, hub);
  const budgets: ByteBudgets = new ByteBudgets({
    gateway,
    epoch,
    link,
    now: world.now,
    hub: () => hub,
    isJournalWritable: journals,
    granted: (leaseId) => reporter.recordLease(leaseId),
    cut: (subAccountId, why, target) => {
      if (target !== null && why === "targetBudgetSpent")
        connections.cutTarget(subAccountId, target, why);
      else connections.cut(subAccountId, why === "hubAway" ? "notReady" : why);
    },
  });
  const reporter: Reporter = new Reporter({
    gateway,
    epoch,
    folder: journalFolder,
    link,
    log,
    now: world.now,
    leasesOut: () => budgets.outstandingLeases(),
    settled: (leaseIds) => budgets.markSettled(leaseIds),
  });
  return { budgets, reporter };
}

/** Wraps the link to record when the hub last answered and whether it is connected. */
function watchedLink(link: GatewayLink, hub: HubState): GatewayLink {
  link.onConnection((up) => {
    hub.up = up;
    if (up) hub.upSince = performance.now();
  });
  return {
    ask: async (kind, question, timeoutMs) => {
      const answer = await link.ask(kind, question, timeoutMs);
      hub.lastAnswerAt = performance.now();
      return answer;
    },
    onMessage: (listener) => link.onMessage(listener),
    onConnection: (listener) => link.onConnection(listener),
    stop: () => link.stop(),
  };
}
