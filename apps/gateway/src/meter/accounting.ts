/** Leases, meter, journal and reports of one worker, every 250 ms (spec/accounting#reports). */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Connections } from "../session/connections.ts";
import { isLeased } from "../link/holder.ts";
import { JournalDisk } from "../report/journal-disk.ts";
import type { Log } from "../lib/log.ts";
import type { Meter } from "./meter.ts";
import { ByteBudgets } from "./byte-budgets.ts";
import { Reporter } from "../report/reporter.ts";
import { countBytes, type Counters } from "../report/counters.ts";
import { waitFor } from "../lib/wait-for.ts";
import type { GatewayWorld } from "../lib/world.ts";

const tickMs = 250;
/** After this many failed journal writes, connections are cut and new ones refused. */
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
  lastReportsMs?: number | undefined;
  /** Called with the rows of each tick, also where there are none. */
  counted?: (rows: readonly UsageRow[]) => void;
}
export interface Accounting {
  budgets: ByteBudgets;
  reporter: Reporter;
  disk: JournalDisk;
  /** Gives all leases back, after their last report; waits some seconds for the hub. */
  stop(): Promise<void>;
}

/** Counts, journals and reports from now on. */
export function startAccounting(options: AccountingOptions): Accounting {
  const { log, connections, meter, counters, journalFolder } = options;
  const { budgets, reporter } = openBudgets(options, () => failures === 0);
  const disk = new JournalDisk({ folder: journalFolder, log });
  /** Ticks in a row in which the journal could not be written. */
  let failures = 0;
  const rows: ReturnType<Meter["collect"]> = [];
  let outcomes: OutcomeRow[] = [];
  const drained: string[] = [];
  const tick = () => {
    budgets.tick();
    const counted = meter.collect();
    countBytes(counters, counted);
    options.counted?.(counted);
    for (const row of counted) rows.push(row);
    // While the journal takes nothing, only so many are kept: they bill nothing.
    outcomes = [...outcomes, ...meter.collectOutcomes()].slice(0, maxOutcomes);
    drained.push(...budgets.drained());
    try {
      reporter.flush(rows, [...drained], outcomes);
      drained.length = 0;
      if (failures > 0) log.info({ failures }, "journal writable again");
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) log.error({ error: String(error) }, "journal write failed");
      // What was counted meanwhile is kept, and written once there is space.
      if (failures >= maxFailures) connections.cutAll("notReady");
    }
    budgets.unmetered.journalFull = failures > 0 || reporter.segments >= maxSegments;
    if (reporter.segments >= maxSegments)
      connections.cutAll("notReady", ({ product }) => !isLeased(product));
  };
  const timer = setInterval(tick, tickMs);
  const stop = async () => {
    clearInterval(timer);
    budgets.stop();
    tick();
    await waitFor(() => {
      tick();
      return reporter.isDone() && !budgets.asks;
    }, options.lastReportsMs ?? defaultLastReportsMs);
    reporter.stop();
    disk.stop();
  };
  return { budgets, reporter, disk, stop };
}

/** `journals` tells whether the journal can be written. */
function openBudgets(options: AccountingOptions, journals: () => boolean) {
  const { gateway, epoch, log, world, connections, journalFolder } = options;
  const hub = { up: true, lastAnswerAt: performance.now() };
  const link = watchedLink(options.link, hub);
  const budgets: ByteBudgets = new ByteBudgets({
    gateway,
    epoch,
    link,
    now: world.now,
    hub: () => hub,
    journals,
    granted: (leaseId) => reporter.granted(leaseId),
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
    leasesOut: () => budgets.out(),
    settled: (leaseIds) => budgets.settled(leaseIds),
  });
  return { budgets, reporter };
}

/** The same link, which records when the hub answered last and whether it is connected. */
function watchedLink(link: GatewayLink, hub: { up: boolean; lastAnswerAt: number }): GatewayLink {
  link.onConnection((up) => {
    hub.up = up;
  });
  return {
    ask: async (kind, question, timeoutMs) => {
      const answer = await link.ask(kind, question, timeoutMs);
      hub.lastAnswerAt = performance.now();
      return answer;
    },
    onNews: (listener) => link.onNews(listener),
    onConnection: (listener) => link.onConnection(listener),
    stop: () => link.stop(),
  };
}
