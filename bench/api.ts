/**
 * The API's response times on the embedded database (README.md): read calls and orders in an open
 * loop, and the statistics page of a large account as a browser loads it; with `--beside`, those of
 * another checkout in turn.
 */
import { randomUUID } from "node:crypto";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { programIn, type RunningApi, startApi } from "./api-process.ts";
import { seedBuyers, seedLargeAccount, subAccounts } from "./api-seed.ts";
import { openShop, shopOrder } from "./api-shop.ts";
import { ask, openLoop, type Times, timesOf } from "./open-loop.ts";
import { aligned } from "./report.ts";
import { median } from "./statistics.ts";

const perSecond = 200;
const secondsEach = 3;
const pages = 30;
/** Orders come from this many wallets, then from a single one, where they wait for each other. */
const wallets = 200;

type Fields = Record<string, string | number>;
type Caller = <T>(name: CallName, fields?: Fields) => Promise<T>;

const reads: [CallName, Fields][] = [
  ["member", {}],
  ["statis", { days: 30 }],
  ["countryV2", {}],
  ["trafficInfo", {}],
  ["subUsers", { page: 1, limit: 20 }],
  ["orderList", { page: 1, limit: 20 }],
];

/** The calls that the usage page makes at once (`features/usage`), and those of statistics. */
const pageCalls: [CallName, Fields][] = [
  ["subAccounts", {}],
  ["usage", {}],
  ["usage", { by: "country" }],
  ["statis", { days: 30 }],
  ["trafficStatis", { days: 30, by: "day" }],
  ["trafficStatisDomain", { days: 30, top: 10 }],
  ["trafficStatisMonth", { months: 12 }],
];

/** Signs up a new account; returns its e-mail and a function that makes its calls. */
async function signUp(url: string): Promise<{ email: string; call: Caller }> {
  const email = `${randomUUID()}@example.com`;
  const fields = { email, password: "Passw0rd!x", agree: 1 };
  const { session } = await ask<{ session: string }>(url + calls.signup.path, fields);
  const call: Caller = (name, given = {}) => ask(url + calls[name].path, { ...given, session });
  return { email, call };
}

/** Loads pages one after another; a page takes as long as its slowest call. */
async function pageTimes(call: Caller): Promise<Times> {
  const tookMs: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const began = performance.now();
    await Promise.all(pageCalls.map(([name, fields]) => call(name, fields)));
    tookMs.push(performance.now() - began);
  }
  return timesOf(tookMs);
}

/** An API to measure, with an account of its own. */
interface Side {
  api: RunningApi;
  email: string;
  call: Caller;
  /** Sessions of accounts with money. */
  sessions: string[];
}

interface Step {
  name: string;
  /** Runs before it is measured. */
  prepare?: (side: Side) => Promise<unknown>;
  run: (side: Side) => Promise<Times>;
  /** Another checkout may lack what it measures. */
  alone?: true;
}

const loop = { perSecond, count: perSecond * secondsEach };
const warm = { perSecond, count: perSecond / 2 };

/** Orders at the loop's rate, of one wallet or of all in turn. */
function orders(name: string, fields: Fields, of: number, more: Partial<Step> = {}): Step {
  const one = ({ api, sessions }: Side, index: number) => {
    const who = { session: sessions[index % of] ?? "", requestId: randomUUID() };
    return ask(api.url + calls.placeOrder.path, { ...fields, ...who, method: "wallet" });
  };
  return {
    name,
    run: (side) => openLoop(loop, (index) => one(side, index)),
    ...more,
    prepare: async (side) => {
      await more.prepare?.(side);
      await openLoop(warm, (index) => one(side, index));
    },
  };
}

const plain = { sku: "traffic-standard", quantity: 1 };
const steps: Step[] = [
  ...reads.map(([name, fields]) => ({
    name,
    prepare: ({ call }: Side) => openLoop(warm, () => call(name, fields)),
    run: ({ call }: Side) => openLoop(loop, () => call(name, fields)),
  })),
  orders(`orders, ${wallets} wallets`, plain, wallets),
  orders("orders, one wallet", plain, 1),
  orders("orders, tax, pool and promo code", shopOrder, wallets, {
    prepare: ({ api, sessions }) => openShop(api, sessions),
    alone: true,
  }),
  {
    name: "statistics page",
    prepare: ({ api, email }) => seedLargeAccount(api.databaseUrl, email),
    run: ({ call }) => pageTimes(call),
  },
];

/** `cpuMs` is the CPU time of the API's process per call; the database's is separate. */
type ApiTimes = Times & { cpuMs: number };

async function startSide(main?: string): Promise<Side> {
  const api = await startApi(undefined, main);
  const { email, call } = await signUp(api.url);
  await call("addSubUser", { account: "bench000000", password: "secret77", trafficGb: 0 });
  const sessions = await seedBuyers(api.databaseUrl, { email, count: wallets });
  return { api, email, call, sessions };
}

async function timed(step: Step, side: Side): Promise<ApiTimes> {
  const before = side.api.cpuMs();
  const times = await step.run(side);
  return { ...times, cpuMs: (side.api.cpuMs() - before) / (times.count || 1) };
}

/** The rounds of a step at each side; every other round runs in reverse order. */
async function roundsOf(step: Step, sides: Side[], rounds: number): Promise<ApiTimes[][]> {
  const taking = step.alone ? sides.slice(0, 1) : sides;
  for (const side of taking) await step.prepare?.(side);
  const all: ApiTimes[][] = taking.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...taking.keys()];
    for (const at of round % 2 === 0 ? order : order.toReversed())
      all[at]?.push(await timed(step, taking[at] as Side));
  }
  return all;
}

/** The medians of the rounds, and their worst. */
function summed(rounds: ApiTimes[]): ApiTimes {
  const of = (value: (times: ApiTimes) => number) => median(rounds.map(value));
  return {
    count: rounds.reduce((sum, { count }) => sum + count, 0),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    firstFailure: rounds.find(({ failures }) => failures > 0)?.firstFailure ?? "",
    p50Ms: of(({ p50Ms }) => p50Ms),
    p95Ms: of(({ p95Ms }) => p95Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    maxMs: Math.max(...rounds.map(({ maxMs }) => maxMs)),
    cpuMs: of(({ cpuMs }) => cpuMs),
  };
}

/** The median of the rounds' ratios, ours to the other checkout's. */
function ratio([ours = [], theirs]: ApiTimes[][], value: (times: ApiTimes) => number): string {
  if (theirs === undefined) return "-";
  const each = ours.map((times, at) => value(times) / value(theirs[at] as ApiTimes));
  return median(each).toFixed(2);
}

function row(name: string, sides: ApiTimes[][]): string[] {
  const times = summed(sides[0] ?? []);
  const { goal, reached } = goalOf(name, times);
  const figures = [times.p50Ms, times.p95Ms, times.p99Ms, times.maxMs];
  return [
    name,
    String(times.count),
    ...figures.map((ms) => ms.toFixed(1)),
    Number.isFinite(times.cpuMs) ? times.cpuMs.toFixed(2) : "-",
    String(times.failures),
    `${goal}: ${reached && times.failures === 0 ? "yes" : "no"}`,
    ...[({ p50Ms }: ApiTimes) => p50Ms, ({ p99Ms }: ApiTimes) => p99Ms].map((of) =>
      ratio(sides, of),
    ),
    ratio(sides, ({ cpuMs }) => cpuMs),
  ];
}

/** A row's target time (spec/quality#speed-and-size). */
function goalOf(name: string, times: Times): { goal: string; reached: boolean } {
  if (name.startsWith("orders")) return { goal: "p99 < 100", reached: times.p99Ms < 100 };
  if (name === "statistics page") return { goal: "p95 < 300", reached: times.p95Ms < 300 };
  return { goal: "p99 < 50", reached: times.p99Ms < 50 };
}

const columns = "calls,p50 ms,p95 ms,p99 ms,most,CPU ms,failed,goal,p50 ×,p99 ×,CPU ×".split(",");

/**
 * Runs all measurements, about 70 s a round and checkout; prints a table and returns the times by
 * call. The ratios are to another checkout's.
 */
export async function benchApi({
  beside,
  rounds,
}: {
  beside?: string | undefined;
  rounds: number;
}): Promise<Record<string, ApiTimes>> {
  const sides: Side[] = [];
  try {
    sides.push(await startSide());
    if (beside !== undefined) sides.push(await startSide(programIn(beside)));
    const all: [string, ApiTimes[][]][] = [];
    for (const step of steps) all.push([step.name, await roundsOf(step, sides, rounds)]);
    console.log(`\n${perSecond} requests/s, open loop; the page: ${subAccounts} sub-accounts.`);
    console.log(aligned([["API", ...columns], ...all.map(([name, of]) => row(name, of))]));
    const times = Object.fromEntries(all.map(([name, [ours = []]]) => [name, summed(ours)]));
    for (const [name, { firstFailure }] of Object.entries(times)) {
      if (firstFailure !== "") console.log(`${name}: ${firstFailure}`);
    }
    return times;
  } finally {
    for (const { api } of sides) await api.stop();
  }
}
