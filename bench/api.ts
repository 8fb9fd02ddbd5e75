/**
 * The API's response times on the embedded database (README.md): read calls and orders in an open
 * loop, and the statistics page of a large account as a browser loads it.
 */
import { randomUUID } from "node:crypto";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { type RunningApi, startApi } from "./api-process.ts";
import { seedBuyers, seedLargeAccount, subAccounts } from "./api-seed.ts";
import { ask, openLoop, type Times, timesOf } from "./open-loop.ts";
import { aligned } from "./report.ts";

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

function row(name: string, times: ApiTimes): string[] {
  const { goal, reached } = goalOf(name, times);
  const figures = [times.p50Ms, times.p95Ms, times.p99Ms, times.maxMs];
  return [
    name,
    String(times.count),
    ...figures.map((ms) => ms.toFixed(1)),
    Number.isFinite(times.cpuMs) ? times.cpuMs.toFixed(2) : "-",
    String(times.failures),
    `${goal}: ${reached && times.failures === 0 ? "yes" : "no"}`,
  ];
}

/** `cpuMs` is the CPU time of the API's process per call; the database's is separate. */
type ApiTimes = Times & { cpuMs: number };

/** Measures calls of a new account, then the page of one that has grown large. */
async function measure(api: RunningApi): Promise<Record<string, ApiTimes>> {
  const all: Record<string, ApiTimes> = {};
  const note = async (name: string, run: () => Promise<Times>) => {
    const before = api.cpuMs();
    const times = await run();
    all[name] = { ...times, cpuMs: (api.cpuMs() - before) / times.count };
  };
  const { email, call } = await signUp(api.url);
  await call("addSubUser", { account: "bench000000", password: "secret77", trafficGb: 0 });
  const loop = { perSecond, count: perSecond * secondsEach };
  const warm = { perSecond, count: perSecond / 2 };
  for (const [name, fields] of reads) {
    await openLoop(warm, () => call(name, fields));
    await note(name, () => openLoop(loop, () => call(name, fields)));
  }
  const sessions = await seedBuyers(api.databaseUrl, { email, count: wallets });
  const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
  const buy = (session = "") =>
    ask(api.url + calls.placeOrder.path, { ...order, session, requestId: randomUUID() });
  await openLoop(warm, (index) => buy(sessions[index % wallets]));
  await note(`orders, ${wallets} wallets`, () =>
    openLoop(loop, (index) => buy(sessions[index % wallets])),
  );
  await note("orders, one wallet", () => openLoop(loop, () => buy(sessions[0])));
  await seedLargeAccount(api.databaseUrl, email);
  await note("statistics page", () => pageTimes(call));
  return all;
}

/** A row's target time (spec/quality#speed-and-size). */
function goalOf(name: string, times: Times): { goal: string; reached: boolean } {
  if (name.startsWith("orders")) return { goal: "p99 < 100", reached: times.p99Ms < 100 };
  if (name === "statistics page") return { goal: "p95 < 300", reached: times.p95Ms < 300 };
  return { goal: "p99 < 50", reached: times.p99Ms < 50 };
}

/** Runs all measurements, about 50 s; prints a table and returns the times by call. */
export async function benchApi(): Promise<Record<string, ApiTimes>> {
  const api = await startApi();
  try {
    const all = await measure(api);
    const head = ["API", "calls", "p50 ms", "p95 ms", "p99 ms", "most", "CPU ms", "failed", "goal"];
    const rows = Object.entries(all).map(([name, times]) => row(name, times));
    console.log(`\n${perSecond} requests/s, open loop; the page: ${subAccounts} sub-accounts.`);
    console.log(aligned([head, ...rows]));
    for (const [name, { firstFailure }] of Object.entries(all)) {
      if (firstFailure !== "") console.log(`${name}: ${firstFailure}`);
    }
    return all;
  } finally {
    await api.stop();
  }
}
