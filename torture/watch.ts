/** Samples memory and descriptors of every process once a second, and reports their trend. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProduct } from "../journeys/product.ts";
import { collectGarbage } from "./garbage.ts";
import { descriptorsOf, memoryOf, processesOf } from "./processes.ts";
import { atMost, type Figure } from "./story.ts";

const everyMs = 1_000;
/** Memory is read after collecting garbage, at this interval: a filling heap is no leak. */
const collectEveryMs = 20_000;
/** Under load, a process has opened all its lasting descriptors after this time. */
const settledMs = 20_000;
/** Younger processes fill their pools and caches for the first time, which is not growth. */
const warmUpMs = 180_000;
/** A slope over less time is meaningless. */
const leastMs = 240_000;
const maxSlope = 1;

interface Life {
  name: string;
  bornAt: number;
  samples: { at: number; memory: number; descriptors: number }[];
  /** Memory after collecting garbage; for the database, as it is. */
  used: { at: number; memory: number }[];
}

export class ProcessWatch {
  #product: RunningProduct;
  #lives = new Map<number, Life>();
  #timer: NodeJS.Timeout;
  #on = true;

  constructor(product: RunningProduct, full: boolean) {
    this.#product = product;
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), everyMs);
    if (full) void this.#collect();
  }

  stop(): void {
    this.#on = false;
    clearInterval(this.#timer);
    this.#sample();
  }

  /** The memory slope of every process that lived long enough, and its descriptors at the end. */
  figures(full: boolean): Figure[] {
    const figures: Figure[] = [];
    for (const [pid, life] of this.#lives) {
      const { name, used, bornAt } = life;
      const warm = used.filter(({ at }) => at - bornAt > warmUpMs);
      const [first, last] = [warm[0], warm.at(-1)];
      if (!full || !first || !last || last.at - first.at < leastMs) continue;
      const minutes = ((last.at - first.at) / 60_000).toFixed(0);
      figures.push(
        atMost("soak", `${name} (${pid}): memory's slope over ${minutes} min, now ${mb(last)} MB`, {
          value: slope(warm.map(({ at, memory }) => [at / 60_000, memory / 1e6])),
          bar: maxSlope,
          unit: "MB/min",
        }),
      );
    }
    for (const { name, samples, bornAt } of this.#lives.values()) {
      // A new process has not opened its pools yet.
      const settled = samples.find(({ at }) => at - bornAt > settledMs);
      const [first, last] = [settled ?? samples[0], samples.at(-1)];
      const lived = first && last && performance.now() - last.at < 3 * everyMs;
      if (!lived || name === "database") continue;
      const value = last.descriptors - first.descriptors;
      figures.push(atMost("soak", `${name}: descriptors left open`, { value, bar: 30, unit: "" }));
    }
    return figures;
  }

  async #collect(): Promise<void> {
    while (this.#on) {
      await sleep(collectEveryMs);
      for (const [pid, { name, used }] of this.#lives) {
        // The process may have been killed in the meantime.
        const done =
          name === "database" ||
          (await collectGarbage(this.#product, pid).then(
            () => true,
            () => false,
          ));
        const memory = memoryOf(pid);
        if (done && memory !== null) used.push({ at: performance.now(), memory });
      }
    }
  }

  #sample(): void {
    const at = performance.now();
    for (const { pid, name } of processesOf(this.#product)) {
      const [memory, descriptors] = [memoryOf(pid), descriptorsOf(pid)];
      if (memory === null || descriptors === null) continue;
      const life = this.#lives.get(pid) ?? { name, bornAt: at, samples: [], used: [] };
      this.#lives.set(pid, life);
      life.samples.push({ at, memory, descriptors });
    }
  }
}

const mb = ({ memory }: { memory: number }) => (memory / 1e6).toFixed(0);

/** The slope of the best-fitting line (least squares). */
export function slope(points: [number, number][]): number {
  const mean = (of: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
