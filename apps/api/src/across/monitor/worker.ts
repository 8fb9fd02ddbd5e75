/**
 * The recent samples of one gateway worker, as seconds to show and sums to store. A sample is
 * spread over the seconds it covers, wherever it ends. Rates are bytes per time covered, so that
 * they are correct also for seconds covered in part or twice.
 */
import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";

export const secondMs = 1_000;
export const minuteMs = 60_000;
const seconds = 60;
/** 15 are shown, one more may be partly visible, and one may not be stored yet. */
const keptMinutes = 17;
/** Upper bound in case writes fail or the clock jumps. */
const maxMinutes = 20;
const plansAtOnce = 32;
const maxPerSecond = 2 ** 32 - 1;

/** Percentages are multiplied by milliseconds, so that they can be summed. */
export interface WorkerSum {
  spanMs: number;
  cpu: number;
  memory: number;
}
export interface PlanSum {
  upBytes: number;
  downBytes: number;
  /** Sum over connections of the milliseconds they were open. */
  connectionMs: number;
}
/** The load of a worker for a plan in one second. */
export interface Second extends WorkerSum {
  upBytes: number;
  downBytes: number;
  connections: number;
}

interface PlanMinute {
  /** By second: bytes up, bytes down, open connections. */
  figures: Uint32Array;
  unwritten: PlanSum;
}
export interface Minute {
  /** By second: milliseconds covered, and CPU and memory multiplied by them. */
  figures: Float64Array;
  /** By second: 1 if a sample ended in it, which makes its connections final. */
  ended: Uint8Array;
  unwritten: WorkerSum;
  /** Plans that samples named. */
  plans: Map<string, PlanMinute>;
  /** Memory for the figures of further plans, allocated in advance. */
  room: Uint32Array;
}
/** The part of a sample in one second. */
interface Part {
  minute: Minute;
  second: number;
  ms: number;
  /** Whether to set connections: the sample ends here, or no sample has ended here yet. */
  setsOpen: boolean;
}

export class Worker {
  /** By minute number since 1970, in order of arrival. */
  minutes = new Map<number, Minute>();
  /** Percentages of the last sample. */
  cpuPercent = 0;
  memoryPercent = 0;
  /** When the last sample ended, milliseconds since 1970. */
  sampledAt = Number.NEGATIVE_INFINITY;

  /** Adds a sample that ended at `at`, milliseconds since 1970. */
  add(sample: LoadSample, at: number): void {
    const { cpuPercent, memoryPercent } = sample;
    Object.assign(this, { cpuPercent, memoryPercent, sampledAt: at });
    const parts = this.#parts(at - sample.spanMs, at);
    for (const { minute, second, ms } of parts) {
      const more = { spanMs: ms, cpu: cpuPercent * ms, memory: memoryPercent * ms };
      addWorker(minute.unwritten, more);
      addAt(minute.figures, second * 3, [more.spanMs, more.cpu, more.memory]);
    }
    for (const plan of sample.plans) addPlan(parts, plan, sample.spanMs);
    const last = parts.at(-1);
    if (last === undefined) return;
    if (last.minute.ended[last.second] === 1) zeroOtherPlans(last, sample.plans);
    last.minute.ended[last.second] = 1;
  }

  /** The load of a plan in a second (number since 1970); null without samples. */
  second(planId: string, number: number): Second | null {
    const minute = this.minutes.get(Math.floor(number / seconds));
    const at = (number % seconds) * 3;
    const spanMs = minute?.figures[at] ?? 0;
    if (minute === undefined || spanMs === 0) return null;
    const plan = minute.plans.get(planId)?.figures;
    return {
      spanMs,
      cpu: minute.figures[at + 1] ?? 0,
      memory: minute.figures[at + 2] ?? 0,
      upBytes: plan?.[at] ?? 0,
      downBytes: plan?.[at + 1] ?? 0,
      connections: plan?.[at + 2] ?? 0,
    };
  }

  /** Whether the worker recently carried a plan. */
  hasPlan(planId: string): boolean {
    for (const { plans } of this.minutes.values()) if (plans.has(planId)) return true;
    return false;
  }

  /** Drops minutes too old to be shown. Returns false if none are left. */
  dropOld(now: number): boolean {
    const oldest = Math.floor(now / minuteMs) - keptMinutes;
    for (const number of this.minutes.keys()) if (number < oldest) this.minutes.delete(number);
    return this.minutes.size > 0;
  }

  #parts(from: number, to: number): Part[] {
    const parts: Part[] = [];
    const [first, last] = [Math.floor(from / secondMs), Math.ceil(to / secondMs) - 1];
    for (let number = first; number <= last; number += 1) {
      const start = number * secondMs;
      const ms = Math.min(to, start + secondMs) - Math.max(from, start);
      const minute = this.#minute(Math.floor(number / seconds));
      const second = number % seconds;
      const setsOpen = number === last || minute.ended[second] === 0;
      parts.push({ minute, second, ms, setsOpen });
    }
    return parts;
  }

  #minute(number: number): Minute {
    const known = this.minutes.get(number);
    if (known) return known;
    const minute = {
      figures: new Float64Array(seconds * 3),
      ended: new Uint8Array(seconds),
      unwritten: { spanMs: 0, cpu: 0, memory: 0 },
      plans: new Map<string, PlanMinute>(),
      room: new Uint32Array(0),
    };
    this.minutes.set(number, minute);
    const [oldest] = this.minutes.keys();
    if (this.minutes.size > maxMinutes && oldest !== undefined) this.minutes.delete(oldest);
    return minute;
  }
}

/** Distributes a plan's bytes over the seconds without rounding errors in their sum. */
function addPlan(parts: Part[], { planId, upBytes, downBytes, connections }: PlanLoad, of: number) {
  let [ms, up, down] = [0, 0, 0];
  for (const part of parts) {
    ms += part.ms;
    const share = part === parts.at(-1) ? 1 : ms / of;
    const [upTo, downTo] = [Math.round(upBytes * share), Math.round(downBytes * share)];
    const plan = planOf(part.minute, planId);
    const at = part.second * 3;
    addAt(plan.figures, at, [upTo - up, downTo - down], maxPerSecond);
    if (part.setsOpen) plan.figures[at + 2] = connections;
    const connectionMs = connections * part.ms;
    addPlanSum(plan.unwritten, { upBytes: upTo - up, downBytes: downTo - down, connectionMs });
    [up, down] = [upTo, downTo];
  }
}

/** If two samples end in one second, plans missing from the later one have no connections. */
function zeroOtherPlans({ minute, second }: Part, plans: PlanLoad[]): void {
  const named = new Set(plans.map(({ planId }) => planId));
  for (const [planId, { figures }] of minute.plans) {
    if (!named.has(planId)) figures[second * 3 + 2] = 0;
  }
}

function planOf(minute: Minute, planId: string): PlanMinute {
  const known = minute.plans.get(planId);
  if (known) return known;
  const unwritten = { upBytes: 0, downBytes: 0, connectionMs: 0 };
  const plan = { figures: allocateFigures(minute), unwritten };
  minute.plans.set(planId, plan);
  return plan;
}

/** Memory for one more plan, shared by several, since a buffer each would double its size. */
function allocateFigures(minute: Minute): Uint32Array {
  const length = seconds * 3;
  const at = (minute.plans.size % plansAtOnce) * length;
  if (at === 0) minute.room = new Uint32Array(plansAtOnce * length);
  return minute.room.subarray(at, at + length);
}

function addAt(
  to: Float64Array | Uint32Array,
  at: number,
  more: number[],
  most = Number.POSITIVE_INFINITY,
): void {
  for (const [index, value] of more.entries()) {
    to[at + index] = Math.min(most, (to[at + index] ?? 0) + value);
  }
}

export function addWorker(to: WorkerSum, more: WorkerSum): void {
  to.spanMs += more.spanMs;
  to.cpu += more.cpu;
  to.memory += more.memory;
}

export function addPlanSum(to: PlanSum, more: PlanSum): void {
  to.upBytes += more.upBytes;
  to.downBytes += more.downBytes;
  to.connectionMs += more.connectionMs;
}
