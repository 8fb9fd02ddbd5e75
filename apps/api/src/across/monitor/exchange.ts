/**
 * Shares monitor samples between API processes: a worker sends them to the process it is connected
 * to, but a customer may watch at another one. Nothing is exchanged while nobody watches.
 *
 *     watcher ─ "monitorWatched" plans, every 2 s ─▶ all others
 *     watcher ◀─ "monitorSamples" each sample, and once the last 15 minutes by the second ─ others
 */
import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { monitorOf, shownSeconds, type WatchedPlan } from "./load.ts";
import { secondMs } from "./worker.ts";

const watchEveryMs = 2_000;
const watchedForMs = 5_000;
/** How long the first request for a plan waits for other processes' history. */
const historyMs = 250;
const maxPlans = 5_000;

type Watched = Pick<WatchedPlan, "planId" | "carriers">;
interface WatchMessage {
  rows: Watched[];
  /** Whether the watcher also needs the last 15 minutes. */
  history: boolean;
}
/** A worker's sample that ended at `at`, with the figures of one plan. */
type SampleRow = [
  gateway: string,
  at: number,
  spanMs: number,
  cpuPercent: number,
  memoryPercent: number,
  planId: string,
  upBytes: number,
  downBytes: number,
  connections: number,
];

class MonitorExchange {
  #services: Services;
  #here = new Map<string, { watched: Watched; until: number }>();
  #elsewhere = new Map<string, { watched: Watched; until: number }>();
  #asking: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    services.exchange.on("monitorWatched", (body) => this.#wanted(body as WatchMessage));
    services.exchange.on("monitorSamples", (body) => this.#came(body as { rows: SampleRow[] }));
    monitorOf(services).onSample = (gateway, sample, at) => this.#sampled(gateway, sample, at);
  }

  /**
   * Makes other processes send their workers' samples of a plan for the next 5 s. The first call
   * waits shortly for the last 15 minutes. Does nothing if no gateway is connected elsewhere.
   */
  async watch(watched: Watched): Promise<void> {
    const { exchange, hub } = this.#services;
    const known = this.#here.get(watched.planId);
    if (known === undefined && (await hub.gatewaysElsewhere()) === 0) return;
    this.#here.set(watched.planId, { watched, until: performance.now() + watchedForMs });
    this.#asking ??= setInterval(() => this.#ask(), watchEveryMs);
    if (known !== undefined) return;
    await exchange.send("monitorWatched", { history: true }, [watched]);
    await sleep(historyMs);
  }

  #ask(): void {
    dropEnded(this.#here);
    if (this.#here.size === 0) {
      clearInterval(this.#asking);
      this.#asking = undefined;
      return;
    }
    const rows = [...this.#here.values()].map(({ watched }) => watched);
    void this.#services.exchange.send("monitorWatched", { history: false }, rows);
  }

  #wanted({ rows, history }: WatchMessage): void {
    const until = performance.now() + watchedForMs;
    for (const watched of rows.slice(0, maxPlans)) {
      this.#elsewhere.set(watched.planId, { watched, until });
      if (history) this.#sendHistory(watched);
    }
  }

  #sampled(gateway: string, sample: LoadSample, at: number): void {
    if (this.#elsewhere.size === 0) return;
    dropEnded(this.#elsewhere);
    const monitor = monitorOf(this.#services);
    const rows: SampleRow[] = [];
    for (const { watched } of this.#elsewhere.values()) {
      const { planId, carriers } = watched;
      const isCarrier = carriers.includes(gateway) || monitor.workers.get(gateway)?.hasPlan(planId);
      if (!isCarrier) continue;
      const plan = sample.plans.find((one) => one.planId === planId) ?? noTraffic;
      const { spanMs, cpuPercent, memoryPercent } = sample;
      rows.push(rowOf(gateway, { at, spanMs, cpuPercent, memoryPercent }, { ...plan, planId }));
    }
    if (rows.length > 0) void this.#services.exchange.send("monitorSamples", {}, rows);
  }

  #sendHistory(watched: Watched): void {
    const last = Math.floor(this.#services.world.now() / secondMs);
    const rows: SampleRow[] = [];
    for (const [gateway, worker] of monitorOf(this.#services).workers) {
      if (!watched.carriers.includes(gateway) && !worker.hasPlan(watched.planId)) continue;
      for (let number = last - shownSeconds; number <= last; number += 1) {
        const second = worker.second(watched.planId, number);
        if (second === null) continue;
        const { spanMs, cpu, memory } = second;
        const percents = { cpuPercent: cpu / spanMs, memoryPercent: memory / spanMs };
        const at = (number + 1) * secondMs;
        rows.push(
          rowOf(gateway, { at, spanMs, ...percents }, { ...second, planId: watched.planId }),
        );
      }
    }
    if (rows.length > 0) void this.#services.exchange.send("monitorSamples", {}, rows);
  }

  #came({ rows }: { rows: SampleRow[] }): void {
    const monitor = monitorOf(this.#services);
    for (const [gateway, at, spanMs, cpuPercent, memoryPercent, planId, ...figures] of rows) {
      if (!this.#here.has(planId)) continue;
      const [upBytes, downBytes, connections] = figures;
      const plans = [{ planId, upBytes, downBytes, connections }];
      monitor.sampleElsewhere(gateway, { spanMs, cpuPercent, memoryPercent, plans }, at);
    }
  }
}

const noTraffic = { upBytes: 0, downBytes: 0, connections: 0 };

function rowOf(
  gateway: string,
  of: { at: number; spanMs: number; cpuPercent: number; memoryPercent: number },
  plan: PlanLoad,
): SampleRow {
  const { at, spanMs, cpuPercent, memoryPercent } = of;
  const [cpu, memory] = [cpuPercent, memoryPercent].map((one) => Math.round(one * 100) / 100);
  const { planId, upBytes, downBytes, connections } = plan;
  const span = Math.max(1, Math.round(spanMs));
  return [gateway, at, span, cpu ?? 0, memory ?? 0, planId, upBytes, downBytes, connections];
}

function dropEnded(all: Map<string, { until: number }>): void {
  const now = performance.now();
  for (const [planId, { until }] of all) if (until < now) all.delete(planId);
}

/** This process's sharing, created at startup so that it can answer others. */
export const monitorExchange = inMemory((services: Services) => new MonitorExchange(services));
