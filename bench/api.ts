/**
 * The API's times on the embedded database (README.md): read calls and orders in an open loop,
 * and the statistics page of a large account as a browser asks for it.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { seedLargeAccount, subAccounts } from "./api-seed.ts";
import { ask, openLoop, type Times, timesOf } from "./open-loop.ts";
import { startProgram } from "./process.ts";
import { aligned } from "./report.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";

const perSecond = 200;
const secondsEach = 3;
const pages = 30;
/** Orders come from so many wallets: those of one wallet wait for each other's commit. */
const buyersAtOnce = 10;
const none = Promise.resolve();
const dataFolderPrefix = "turnpike-bench-";

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

/** What the statistics page asks for at once (`features/statistics`). */
const pageCalls: [CallName, Fields][] = [
  ["subAccounts", {}],
  ["statis", { days: 30 }],
  ["trafficStatis", { days: 30, by: "day" }],
  ["trafficStatisDomain", { days: 30, top: 10 }],
  ["trafficStatisMonth", { months: 12 }],
];

const tries = 60;
/** Ends the database where this process may not wait for promises any more; 3 s at most. */
function endAtOnce(pid: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  try {
    process.kill(pid, "SIGQUIT");
    for (let left = tries; left > 0; left -= 1) {
      Atomics.wait(pause, 0, 0, 50);
      process.kill(pid, 0);
    }
  } catch {
    // It is gone.
  }
}

/** Starts the API as the product does, on a database of its own that syncs what it commits. */
async function startApi() {
  const folder = mkdtempSync(path.join(tmpdir(), dataFolderPrefix));
  const database = await startEmbedded(folder);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const broken = () => {
    endAtOnce(database.pid);
    clear();
  };
  process.once("exit", broken);
  const port = await freePort();
  const program = await startProgram(import.meta.resolve("@turnpike/api/main.ts"), {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: "fatal",
    PORT: String(port),
  });
  const stop = async () => {
    await program.stop();
    process.off("exit", broken);
    await database.stop();
    clear();
  };
  const cpuMs = () => cpuMsOf(program.pid);
  return { url: `http://127.0.0.1:${port}`, databaseUrl: database.url, cpuMs, stop };
}

const tickMs = 10;
/** A process's processor time so far, where `/proc` tells; NaN elsewhere. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return Number.NaN;
  }
}

/** A new account's calls. */
async function signUp(url: string): Promise<{ email: string; call: Caller }> {
  const email = `${randomUUID()}@example.com`;
  const fields = { email, password: "Passw0rd!x", agree: 1 };
  const { session } = await ask<{ session: string }>(url + calls.signup.path, fields);
  const call: Caller = (name, given = {}) => ask(url + calls[name].path, { ...given, session });
  return { email, call };
}

/** Pays into the wallet through the sandbox. */
async function topUp(url: string, call: Caller, amountCents: number): Promise<void> {
  const { payUrl } = await call<{ payUrl: string }>("recharge", { amountCents, method: "crypto" });
  const body = new URLSearchParams({ outcome: "paid" });
  const paid = await fetch(`${url}${new URL(payUrl).pathname}/complete`, { method: "POST", body });
  if (!paid.ok) throw new Error(`the payment answered ${paid.status}`);
}

/** One page after the other; a page's time is that of its slowest call. */
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
  const figures = [times.p50Ms, times.p95Ms, times.p99Ms, times.mostMs];
  return [
    name,
    String(times.count),
    ...figures.map((ms) => ms.toFixed(1)),
    Number.isFinite(times.cpuMs) ? times.cpuMs.toFixed(2) : "-",
    String(times.failures),
    `${goal}: ${reached && times.failures === 0 ? "yes" : "no"}`,
  ];
}

type RunningApi = Awaited<ReturnType<typeof startApi>>;
/** `cpuMs` is the processor time of the API's process for each; the database has its own. */
type ApiTimes = Times & { cpuMs: number };

/** The calls of a new account, then the page of one that has grown large. */
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
  const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
  const buyers: Caller[] = [];
  for (let count = 0; count < buyersAtOnce; count += 1) {
    const buyer = await signUp(api.url);
    await topUp(api.url, buyer.call, 1_000_000);
    buyers.push(buyer.call);
  }
  const buy = (index: number) =>
    buyers[index % buyersAtOnce]?.("placeOrder", { ...order, requestId: randomUUID() }) ?? none;
  await openLoop(warm, buy);
  await note("placeOrder", () => openLoop(loop, buy));
  await seedLargeAccount(api.databaseUrl, email);
  await note("statistics page", () => pageTimes(call));
  return all;
}

/** What a row has to reach (spec/quality#speed-and-size). */
function goalOf(name: string, times: Times): { goal: string; reached: boolean } {
  if (name === "placeOrder") return { goal: "p99 < 100", reached: times.p99Ms < 100 };
  if (name === "statistics page") return { goal: "p95 < 300", reached: times.p95Ms < 300 };
  return { goal: "p99 < 50", reached: times.p99Ms < 50 };
}

/** Runs it all, some 50 s; prints a table and answers the times by call. */
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
