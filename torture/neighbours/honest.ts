/** What honest customers see before, during and after an attack: how much is served, how fast. */
import { Agent, request } from "node:http";
import type { Figure } from "../story.ts";
import { sleep } from "../story.ts";

export interface Phase {
  asked: number;
  served: number;
  p50: number;
  p95: number;
  p99: number;
  /** Number of faults by text. */
  faults: Map<string, number>;
}
export interface Phases {
  before: Phase;
  during: Phase;
  after: Phase;
}
/** One visit of a customer; rejects if it was not served. `number` counts visits. */
export type Visit = (number: number) => Promise<unknown>;

export interface Pace {
  /** Number of concurrent customers. */
  lanes?: number;
  /** Pause between the visits of each. */
  pauseMs?: number;
}

let visits = 0;

/** Makes visits for this long, or until the promise settles. */
export async function measure(
  visit: Visit,
  span: number | Promise<unknown>,
  { lanes = 2, pauseMs = 10 }: Pace = {},
): Promise<Phase> {
  const took: number[] = [];
  const faults = new Map<string, number>();
  let on = true;
  const lane = async () => {
    while (on) {
      const began = performance.now();
      try {
        await visit(visits++);
        took.push(performance.now() - began);
      } catch (error) {
        const fault = String(error).slice(0, 160);
        faults.set(fault, (faults.get(fault) ?? 0) + 1);
      }
      await sleep(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  await (typeof span === "number" ? sleep(span) : span).finally(() => {
    on = false;
  });
  await all;
  const failed = [...faults.values()].reduce((sum, one) => sum + one, 0);
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)];
  return { asked: took.length + failed, served: took.length, p50, p95, p99, faults };
}

/** Makes visits before, during and after `attack`; `quiet` is an earlier quiet phase to reuse. */
export async function measureAroundAttack(
  visit: Visit,
  quietMs: number,
  attack: () => Promise<unknown>,
  { quiet, ...pace }: Pace & { quiet?: Phase | undefined } = {},
): Promise<Phases> {
  const before = quiet ?? (await measure(visit, quietMs, pace));
  const during = await measure(visit, attack(), pace);
  const after = await measure(visit, quietMs, pace);
  return { before, during, after };
}

/** How much an attack may slow others: times quiet, milliseconds more, or an absolute limit. */
export interface Slowness {
  percentile: "p50" | "p95" | "p99";
  times?: number;
  moreMs?: number;
  /** Upper limit, whatever the quiet value is. */
  maxMs?: number;
  /** Times below this never fail: a shared machine cannot resolve them. */
  floorMs?: number;
}

/** The figures of a row: every phase is fully served, and not slower than allowed. */
export function figuresOf(
  criterion: string,
  what: string,
  { before, during, after }: Phases,
  slowness?: Slowness,
): Figure[] {
  const phases = [before, during, after];
  const shares = phases.map(({ asked, served }) => (100 * served) / Math.max(1, asked));
  const faults = phases.flatMap((phase) => [...phase.faults]).map(([text, n]) => `${n} × ${text}`);
  const each = (of: (phase: Phase) => number) => phases.map((phase) => of(phase).toFixed(1));
  const percentages = shares.map((share) => (Math.floor(share * 10) / 10).toString());
  const times = (["p50", "p95", "p99"] as const).map(
    (name) => `${name} ${each((phase) => phase[name]).join("/")}`,
  );
  const counts = phases.map(({ asked }) => asked).join("/");
  const faultText = faults.length > 0 ? `; ${faults.slice(0, 3).join("; ")}` : "";
  const figures: Figure[] = [
    {
      criterion,
      what: `${what}: others served before/during/after`,
      figure: `${percentages.join("/")} % of ${counts}${faultText}`,
      bar: "100 %",
      pass: phases.every(({ asked, served }) => asked > 0 && asked === served),
    },
  ];
  const speed = `${times.join(", ")} ms`;
  if (slowness === undefined) {
    figures.push({ criterion, what: `${what}: others' time`, figure: speed, bar: "–", pass: true });
    return figures;
  }
  const { percentile } = slowness;
  // Either quiet phase can be the reference, unless the attack still has effect in the later one.
  const quiet = Math.max(before[percentile], shares[2] === 100 ? after[percentile] : 0);
  const bar = barOf(slowness, quiet);
  const within = during[percentile] <= bar;
  figures.push({
    criterion,
    what: `${what}: others' time before/during/after`,
    figure: speed,
    bar: `${percentile} ≤ ${bar.toFixed(1)} ms during`,
    pass: within,
  });
  return figures;
}

function barOf({ times, moreMs, maxMs: mostMs, floorMs = 0 }: Slowness, quiet: number): number {
  if (mostMs !== undefined) return mostMs;
  return Math.max(floorMs, times === undefined ? quiet + (moreMs ?? 0) : quiet * times);
}

export interface PostResponse {
  status: number;
  body: { code?: number; data?: Record<string, unknown> };
}

/** Posts a form, from a source address if given; resolves with any response. */
export function post(
  url: string,
  fields: Record<string, string | number>,
  { from, agent, timeoutMs = 10_000 }: { from?: string; agent?: Agent; timeoutMs?: number } = {},
): Promise<PostResponse> {
  const form = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(form).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const options = { method: "POST", headers, agent: agent ?? false };
    const asked = request(
      url,
      { ...options, ...(from ? { localAddress: from } : {}) },
      (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("error", reject);
        answer.on("end", () => {
          clearTimeout(late);
          const json = text.startsWith("{") ? JSON.parse(text) : {};
          resolve({ status: answer.statusCode ?? 0, body: json });
        });
      },
    );
    const late = setTimeout(() => asked.destroy(new Error("no answer in time")), timeoutMs);
    asked.on("error", (error) => {
      clearTimeout(late);
      reject(error);
    });
    asked.end(body);
  });
}

/** The same for a call that must succeed; returns its data. */
export async function postOk(...args: Parameters<typeof post>): Promise<Record<string, unknown>> {
  const { status, body } = await post(...args);
  if (status !== 200 || body.code !== 0)
    throw new Error(`${status} ${body.code} ${String(body.data?.["reason"])}`);
  return body.data ?? {};
}

/** Persistent connections, as browsers keep some. */
export const keepAliveAgent = (count: number, from?: string) =>
  new Agent({ keepAlive: true, maxSockets: count, ...(from ? { localAddress: from } : {}) });
