/** One shot: a load through one target, with the CPU time and memory it used. */
import type { Job } from "./loads.ts";
import type { LoadState } from "./load.ts";
import type { OriginState } from "./origin.ts";
import type { Usage, Worker } from "./process.ts";
import type { Running } from "./targets.ts";
import type { Test } from "./tests.ts";
import type { Route } from "./tunnel.ts";

export interface Bench {
  load: Worker;
  origin: Worker;
  originPort: number;
  /** Number of cores that generator and origin share; NaN if nothing is pinned. */
  generatorCores: number;
  seconds: number;
  warmupSeconds: number;
}

export interface Shot {
  /** The figure by wall clock: Gbit/s, operations/s, microseconds (median) or kB per tunnel. */
  wall: number;
  /** The same per second of CPU time the proxy used; NaN for times and memory. */
  perCpu: number;
  /** Microseconds; NaN if nothing was timed. */
  p50Us: number;
  p99Us: number;
  /** Cores in use, 1 means one whole core; NaN without a proxy. */
  proxyCores: number;
  generatorCores: number;
  /** Which side had no CPU time left; with the native engine and pinned cores, the generator. */
  saturated: "proxy" | "generator" | "neither";
  /** Memory of the whole process, in the test of idle tunnels. */
  rssBytes: number;
  /** The rate at the end divided by the rate at the beginning, in the test of one exit. */
  sustained: number;
  errors: number;
  firstError: string;
}

/** All counters at one moment. */
interface Reading {
  at: number;
  load: LoadState;
  sunk: number;
  proxy: Usage | null;
  generatorMs: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const giga = 1e9;
const nearlyAll = 0.9;

/** With `count`, durations are kept for a later reading. */
async function read(
  { load, origin }: Bench,
  { worker }: Running,
  what: "read" | "count" = "read",
): Promise<Reading> {
  const [state, { sunk }, proxy, ofLoad, ofOrigin] = await Promise.all([
    load.ask<LoadState>(what),
    origin.ask<OriginState>("read"),
    worker ? worker.ask<Usage>("usage") : null,
    load.ask<Usage>("usage"),
    origin.ask<Usage>("usage"),
  ]);
  const generatorMs = ofLoad.cpuMs + ofOrigin.cpuMs;
  return { at: performance.now(), load: state, sunk, proxy, generatorMs };
}

/** The route of a test through a target. */
export function routeOf(bench: Bench, running: Running, protocol: Route["protocol"]): Route {
  const direct = running.worker === null;
  const { originPort } = bench;
  return { protocol: direct ? "direct" : protocol, port: running.port, originPort };
}

/** Runs a test once. If the test needs a fresh target, the caller starts it. */
export async function measureShot(bench: Bench, running: Running, test: Test): Promise<Shot> {
  const route = routeOf(bench, running, test.protocol);
  const begin = (job: Partial<Job>) => bench.load.ask("begin", { ...test.job, ...job, route });
  try {
    if (test.how === "rest") return await rest(bench, running, test, begin);
    if (test.how === "run") return await run(bench, running, test, begin);
    await begin({});
    await sleep(bench.warmupSeconds * 1_000);
    const from = await read(bench, running);
    await sleep(bench.seconds * 1_000);
    return shotOf(bench, test, from, await read(bench, running));
  } finally {
    await bench.load.ask("end");
    await sleep(settleMs);
  }
}

/** Time for the last shot's sockets to close. */
const settleMs = 120;

function shotOf(bench: Bench, test: Test, from: Reading, to: Reading): Shot {
  const seconds = (to.at - from.at) / 1_000;
  const units = test.key === "up" ? to.sunk - from.sunk : to.load.units - from.load.units;
  const counted = test.figure === "gbps" ? (units * 8) / giga : units;
  const cpuSeconds =
    to.proxy && from.proxy ? (to.proxy.cpuMs - from.proxy.cpuMs) / 1_000 : Number.NaN;
  const generatorCores = (to.generatorMs - from.generatorMs) / 1_000 / seconds;
  const proxyCores = cpuSeconds / seconds;
  const { errors, firstError, p50Us, p99Us } = to.load;
  return {
    wall: test.figure === "microseconds" ? p50Us : counted / seconds,
    perCpu: counted / cpuSeconds,
    p50Us,
    p99Us,
    proxyCores,
    generatorCores,
    saturated: saturatedOf(proxyCores, generatorCores / bench.generatorCores),
    rssBytes: Number.NaN,
    sustained: Number.NaN,
    errors,
    firstError,
  };
}

function saturatedOf(proxyCores: number, generatorShare: number): Shot["saturated"] {
  if (proxyCores >= nearlyAll) return "proxy";
  return generatorShare >= nearlyAll ? "generator" : "neither";
}

type Begin = (job: Partial<Job>) => Promise<unknown>;
const pollMs = 50;
const maxWaitMs = 8_000;
/** A gateway gives memory back after a minute of rest. */
const restMs = 75_000;
/** Tunnels opened and closed before memory is measured, so that the code is loaded. */
const tunnelsBefore = 200;

/** Reads until this many units or errors were counted, for at most 8 s. */
async function until(bench: Bench, running: Running, units: number): Promise<Reading[]> {
  const readings = [await read(bench, running, "count")];
  const end = performance.now() + maxWaitMs;
  for (;;) {
    await sleep(pollMs);
    const now = await read(bench, running, "count");
    readings.push(now);
    if (now.load.units + now.load.errors >= units || now.at > end) return readings;
  }
}

async function rest(bench: Bench, running: Running, test: Test, begin: Begin): Promise<Shot> {
  const atMost = test.job.atMost ?? 0;
  await begin({ load: "short", bytes: 64, atMost: tunnelsBefore });
  await until(bench, running, tunnelsBefore);
  await bench.load.ask("end");
  await sleep(restMs);
  const from = await read(bench, running);
  await begin({});
  await until(bench, running, atMost);
  await sleep(restMs);
  const to = await read(bench, running);
  const rssBytes = to.proxy?.rssBytes ?? Number.NaN;
  const wall = (rssBytes - (from.proxy?.rssBytes ?? Number.NaN)) / to.load.units / 1_000;
  const missing = Math.max(0, atMost - to.load.units);
  const shot = shotOf(bench, test, from, to);
  return { ...shot, wall, perCpu: Number.NaN, rssBytes, errors: shot.errors + missing };
}

/** The first tenth loads the code; the rest of the run is timed as a whole. */
async function run(bench: Bench, running: Running, test: Test, begin: Begin): Promise<Shot> {
  const atMost = test.job.atMost ?? 0;
  await begin({});
  await until(bench, running, atMost / 10);
  const first = await read(bench, running);
  const readings = [first, ...(await until(bench, running, atMost))];
  const last = readings.at(-1) ?? first;
  const { p50Us, p99Us } = await bench.load.ask<LoadState>("read");
  const part = Math.max(1, Math.floor(readings.length / 5));
  const rate = (from: Reading | undefined, to: Reading | undefined) =>
    from && to ? (to.load.units - from.load.units) / (to.at - from.at) : Number.NaN;
  const sustained = rate(readings.at(-1 - part), last) / rate(first, readings[part]);
  return { ...shotOf(bench, test, first, last), p50Us, p99Us, sustained };
}
