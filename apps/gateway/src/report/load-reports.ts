/**
 * Reports to the hub every second the load of unlimited plans at this worker: CPU and memory, and each
 * plan's bytes and connections. Bytes are those that the meter collected, over the time between two
 * collections, so that a late timer does not distort the rate.
 */
import { constrainedMemory, cpuUsage, memoryUsage } from "node:process";
import { totalmem } from "node:os";
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Connections } from "../session/connections.ts";
import { isUnlimited } from "../link/holder.ts";
import type { Log } from "../lib/log.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import type { Snapshot } from "../link/snapshot.ts";

const everyMs = 1_000;
/** The meter is collected every 250 ms, a little early or late. */
const earlyMs = 100;
/**
 * Longer than a live hub is silent, so that nothing it has taken is reported twice. One report is sent at
 * a time; what is counted meanwhile is sent with the next.
 */
const askTimeoutMs = 30_000;
/** What could not be reported for longer is dropped. */
const maxSpanMs = 60_000;

/** What the process used so far. */
export interface ProcessUsage {
  /** Milliseconds on any core. */
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
  connections: Pick<Connections, "openPorts">;
  /** A monotonic clock, milliseconds. */
  clock?: () => number;
  used?: () => ProcessUsage;
}

/** The start of what was not reported yet. */
interface UnreportedSince {
  at: number;
  cpuMs: number;
}
type BytesByPlan = Map<string, { upBytes: number; downBytes: number }>;

export class LoadReports {
  #options: LoadReportsOptions;
  #clock: () => number;
  #used: () => ProcessUsage;
  /** Null while no port of a plan is ours. */
  #since: UnreportedSince | null = null;
  #carried: BytesByPlan = new Map();
  #nextAt = 0;
  #lastAt: number;
  #asking = false;
  #stopped = false;
  /** Whether ports were ours when they changed last. */
  #ownedPorts = { changes: -1, owned: false };

  constructor(options: LoadReportsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#used = options.used ?? usedByProcess();
    this.#lastAt = this.#clock();
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Takes the rows that the meter has just collected: each row once. */
  counted(rows: readonly UsageRow[]): void {
    const [now, before] = [this.#clock(), this.#lastAt];
    this.#lastAt = now;
    if (this.#stopped || !this.#hasPorts()) {
      this.#since = null;
      this.#carried.clear();
      return;
    }
    if (this.#since === null) this.#begin(before);
    this.#add(rows);
    if (!this.#asking && now >= this.#nextAt - earlyMs) void this.#report(now);
  }

  #begin(at: number): void {
    this.#since = { at, cpuMs: this.#used().cpuMs };
    this.#nextAt = at + everyMs;
  }

  #add(rows: readonly UsageRow[]): void {
    for (const { product, subAccountId, upBytes, downBytes } of rows) {
      if (!isUnlimited(product)) continue;
      // A port that was deleted has no plan that is shown.
      const planId = this.#options.snapshot.unlimitedPort(subAccountId)?.planId;
      if (planId !== undefined) add(this.#carried, planId, { upBytes, downBytes });
    }
  }

  /** What is lost is reported with the next second, as one longer span. */
  async #report(now: number): Promise<void> {
    const { gateway, epoch, link, log } = this.#options;
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
    this.#asking = true;
    try {
      await link.ask("load", { gateway, epoch, sample }, askTimeoutMs);
    } catch (error) {
      log.debug({ error: String(error) }, "load report failed, retrying");
      if (this.#since === null) return;
      this.#since = since;
      for (const [planId, bytes] of carried) add(this.#carried, planId, bytes);
    } finally {
      this.#asking = false;
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

/** 0-100; threads beside the first may use more than one core together. */
function percent(part: number, whole: number): number {
  return Math.min(100, Math.max(0, (part / whole) * 100));
}

/** Of this process; memory of the machine's, or of what its container may have. */
function usedByProcess(): () => ProcessUsage {
  const bound = constrainedMemory();
  const memory = bound > 0 ? Math.min(bound, totalmem()) : totalmem();
  return () => {
    const { user, system } = cpuUsage();
    return { cpuMs: (user + system) / 1_000, memoryPercent: percent(memoryUsage.rss(), memory) };
  };
}
