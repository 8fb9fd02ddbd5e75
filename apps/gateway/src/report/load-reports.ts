/**
 * Reports this worker's load of unlimited plans to the hub every second: CPU and memory, and the
 * bytes and connections of each plan. Bytes are those collected from the meter, divided by the time
 * between two collections, so that a late timer does not distort the rate.
 */
import { constrainedMemory, cpuUsage, memoryUsage } from "node:process";
import { totalmem } from "node:os";
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { isUnlimited } from "../link/holder.ts";
import type { Log } from "../lib/log.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { HubQueue } from "./hub-queue.ts";
import { probeBy, SplitSender } from "./split-sender.ts";

const everyMs = 1_000;
/** The meter is collected every 250 ms, give or take a little. */
const earlyMs = 100;
/**
 * Longer than a live hub takes to answer, so that nothing it has received is reported twice. One
 * report is sent at a time; what is counted in the meantime goes into the next.
 */
const askTimeoutMs = 30_000;
/** What could not be reported for longer than this is dropped. */
const maxSpanMs = 60_000;

/** Resources used by the process so far. */
export interface ProcessUsage {
  /** CPU time in milliseconds, on all cores. */
  cpuMs: number;
  memoryPercent: number;
}
export interface LoadReportsOptions {
  gateway: string;
  epoch: string;
  worker: number;
  workers: number;
  link: Pick<GatewayLink, "ask">;
  log: Log;
  snapshot: Pick<Snapshot, "unlimitedPort" | "unlimitedPorts" | "portChanges">;
  /** Open connections by port id. */
  connections: { openPorts(): Iterable<readonly [string, number]> };
  /** A monotonic clock, milliseconds. */
  clock?: () => number;
  used?: () => ProcessUsage;
}

/** The start of the period that has not been reported yet. */
interface UnreportedSince {
  at: number;
  cpuMs: number;
}
type BytesByPlan = Map<string, { upBytes: number; downBytes: number }>;

export class LoadReports {
  #options: LoadReportsOptions;
  #clock: () => number;
  #used: () => ProcessUsage;
  /** Null while this worker owns no port of a plan. */
  #since: UnreportedSince | null = null;
  #carried: BytesByPlan = new Map();
  #nextAt = 0;
  #lastAt: number;
  #queue: HubQueue;
  #stopped = false;
  #sender: SplitSender<PlanLoad>;
  /** Whether this worker owned ports when they last changed. */
  #ownedPorts = { changes: -1, owned: false };

  constructor(options: LoadReportsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#used = options.used ?? usedByProcess();
    this.#lastAt = this.#clock();
    const { link, log } = options;
    const send = () => this.#report();
    this.#queue = new HubQueue({ log, failed: "load report failed, retrying", send });
    const nameOf = ({ planId }: PlanLoad) => planId;
    this.#sender = new SplitSender({ kind: "planLoad", link, log, nameOf, probe: probeBy(link) });
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Adds rows just collected from the meter; call once for each row. */
  addUsage(rows: readonly UsageRow[]): void {
    const [now, before] = [this.#clock(), this.#lastAt];
    this.#lastAt = now;
    if (this.#stopped || !this.#hasPorts()) {
      this.#since = null;
      this.#carried.clear();
      return;
    }
    if (this.#since === null) this.#begin(before);
    this.#add(rows);
    if (now >= this.#nextAt - earlyMs) void this.#queue.pump();
  }

  #begin(at: number): void {
    this.#since = { at, cpuMs: this.#used().cpuMs };
    this.#nextAt = at + everyMs;
  }

  #add(rows: readonly UsageRow[]): void {
    for (const { product, subAccountId, upBytes, downBytes } of rows) {
      if (!isUnlimited(product)) continue;
      // A deleted port has no plan to be shown.
      const planId = this.#options.snapshot.unlimitedPort(subAccountId)?.planId;
      if (planId !== undefined) add(this.#carried, planId, { upBytes, downBytes });
    }
  }

  /** Sends a report. If it is lost, the next one covers both periods. */
  async #report(): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    const now = this.#clock();
    const [since, carried] = [this.#since, this.#carried];
    if (since === null || now <= since.at) return;
    const used = this.#used();
    this.#since = { at: now, cpuMs: used.cpuMs };
    this.#carried = new Map();
    this.#nextAt = now + everyMs;
    if (now - since.at > maxSpanMs) return;
    const spanMs = now - since.at;
    const sample: LoadSample = {
      spanMs,
      cpuPercent: percent(used.cpuMs - since.cpuMs, spanMs),
      memoryPercent: used.memoryPercent,
      plans: this.#plans(carried),
    };
    const give = (plans: PlanLoad[]) =>
      link.ask("load", { gateway, epoch, sample: { ...sample, plans } }, askTimeoutMs);
    try {
      await this.#sender.send(sample.plans, give);
    } catch (error) {
      if (this.#since !== null) {
        this.#since = since;
        for (const [planId, bytes] of carried) add(this.#carried, planId, bytes);
      }
      throw error;
    }
  }

  #plans(carried: BytesByPlan): PlanLoad[] {
    const { snapshot, connections } = this.#options;
    const plans = new Map<string, PlanLoad>();
    const of = (planId: string) => {
      const plan = plans.get(planId) ?? { planId, upBytes: 0, downBytes: 0, connections: 0 };
      plans.set(planId, plan);
      return plan;
    };
    for (const [planId, bytes] of carried) Object.assign(of(planId), bytes);
    for (const [portId, open] of connections.openPorts()) {
      const planId = snapshot.unlimitedPort(portId)?.planId;
      if (planId !== undefined) of(planId).connections += open;
    }
    return [...plans.values()];
  }

  #hasPorts(): boolean {
    const { snapshot } = this.#options;
    const changes = snapshot.portChanges;
    if (changes !== this.#ownedPorts.changes) {
      const owned = [...snapshot.unlimitedPorts().keys()].some((id) =>
        ownsShard(id, this.#options),
      );
      this.#ownedPorts = { changes, owned };
    }
    return this.#ownedPorts.owned;
  }
}

function add(to: BytesByPlan, planId: string, more: { upBytes: number; downBytes: number }): void {
  const sum = to.get(planId);
  if (sum === undefined) to.set(planId, { ...more });
  else {
    sum.upBytes += more.upBytes;
    sum.downBytes += more.downBytes;
  }
}

/** 0-100, capped since several threads may use more than one core. */
function percent(part: number, whole: number): number {
  return Math.min(100, Math.max(0, (part / whole) * 100));
}

/** For this process; memory relative to the machine's, or to its container's limit. */
function usedByProcess(): () => ProcessUsage {
  const bound = constrainedMemory();
  const memory = bound > 0 ? Math.min(bound, totalmem()) : totalmem();
  return () => {
    const { user, system } = cpuUsage();
    return { cpuMs: (user + system) / 1_000, memoryPercent: percent(memoryUsage.rss(), memory) };
  };
}
