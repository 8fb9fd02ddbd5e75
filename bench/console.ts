/**
 * The operator's console on a large installation (README.md): the time of each call over HTTP, and
 * the indexes its queries use.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pg from "pg";
import { countJob } from "../apps/api/src/across/abuse/count.ts";
import { type Api, startApi } from "../apps/api/src/app.ts";
import { startEmbedded } from "../apps/api/src/platform/db/embedded.ts";
import { openLog } from "../apps/api/src/platform/log/log.ts";
import { migrate } from "../apps/api/src/platform/db/migrate.ts";
import { exits, seedConsole } from "./console-seed.ts";
import { Plans } from "./plans.ts";
import { aligned } from "./report.ts";
import { quantile } from "./statistics.ts";

const customers = 100_000;
const orders = 5_000_000;
const tries = 200;
const dayMs = 86_400_000;

export interface ConsoleTime {
  name: string;
  calls: number;
  p50: number;
  p95: number;
  worst: number;
  /** Upper bound for p95, in milliseconds. */
  bound: number | null;
  plans: string[];
}

type Ask = (call: string, fields: object) => Promise<unknown>;

interface Case {
  name: string;
  bound: number | null;
  tries?: number;
  call: string;
  fields: (index: number) => object;
}

/** What support staff search for: full and partial addresses, names, domains, numbers, typos. */
function sought(known: Known, index: number): string {
  const of = <T>(all: T[]) => all[Math.floor(index / 12) % all.length] as T;
  const texts = [
    () => of(known.emails),
    () => of(known.emails).slice(0, 7),
    () => of(known.emails).split("@")[0]?.slice(2) ?? "",
    () => of(["smith", "kowalski", "garcia", "okafor", "popescu", "nguyen"]),
    () => `firm${(index * 37) % 3_000}.example`,
    () => of(["gmail.com", "@qq.com", "gmail.con", "yahoo", "zz", "nobody at all"]),
    () => of(known.subAccounts),
    () => of(known.subAccounts).slice(0, 8),
    () => of(known.orders),
    () => of(known.payments),
    () => of(known.accounts),
    () => of([`203.0.${index % 251}.7`, `100.96.${index % 70}.9`, `code${(index * 331) % 99_999}`]),
  ];
  return texts[index % texts.length]?.() ?? "";
}

interface Known {
  emails: string[];
  accounts: string[];
  subAccounts: string[];
  orders: string[];
  payments: string[];
  requests: string[];
}

async function knownOf(client: pg.Client): Promise<Known> {
  const column = async (text: string) =>
    (await client.query<{ found: string }>(text)).rows.map(({ found }) => found);
  const some = (what: string, from: string, share: number) =>
    column(
      `select ${what} as found from ${from} tablesample system (${share}) repeatable (7) limit 60`,
    );
  return {
    emails: await some("email", "account", 1),
    accounts: await some("id::text", "account", 1),
    subAccounts: await some("name", "sub_account", 1),
    orders: await some("order_no", "shop_order", 0.02),
    payments: await some("provider_ref", "payment", 0.3),
    requests: await some("id", "connection_trace", 0.01),
  };
}

const exitOf = (index: number) => {
  const at = (index * 91) % exits;
  return `100.64.${Math.floor(at / 256)}.${at % 256}`;
};

function casesOf(known: Known): Case[] {
  const now = Date.now();
  const reason = "bench";
  const trace = (index: number, back: number, more: object = {}) => {
    const at = new Date(now - back * dayMs - ((index * 7_919_000) % (dayMs / 2)));
    return { exit: exitOf(index), at: at.toISOString(), reason, ...more };
  };
  const day = (back: number) => new Date(now - back * dayMs).toISOString().slice(0, 10);
  return [
    {
      name: "search",
      bound: 200,
      call: "customerSearch",
      tries: 480,
      fields: (index) => ({ query: sought(known, index) }),
    },
    {
      name: "customers, searched",
      bound: 200,
      call: "customerList",
      fields: (index) => ({ search: sought(known, (index % 6) + 12 * index), page: 1 }),
    },
    {
      name: "customers, a page",
      bound: 200,
      call: "customerList",
      fields: (index) => ({
        page: 1 + (index % 40),
        sort: index % 2 ? "-lastLoginAt" : "-createdAt",
      }),
    },
    {
      name: "orders, searched",
      bound: 200,
      call: "orderList",
      fields: (index) => ({ search: sought(known, index % 2 ? 12 * index : 12 * index + 8) }),
    },
    {
      name: "orders, a page",
      bound: 200,
      call: "orderList",
      fields: (index) => ({
        page: 1 + (index % 40),
        ...(index % 3 === 0 ? { kind: "static" } : {}),
      }),
    },
    {
      name: "a customer",
      bound: 200,
      call: "customer",
      fields: (index) => ({ account: known.accounts[index % known.accounts.length] }),
    },
    { name: "overview", bound: 500, call: "overview", fields: () => ({}) },
    {
      name: "revenue of 30 days",
      bound: null,
      call: "revenue",
      fields: (index) => ({
        from: day(30),
        to: day(0),
        by: ["day", "product", "country"][index % 3],
      }),
    },
    { name: "trace, a dense day", bound: 1_000, call: "trace", fields: (index) => trace(index, 2) },
    {
      name: "trace, with a target",
      bound: 1_000,
      call: "trace",
      fields: (index) =>
        trace(index, 2, { target: `host${index % 20}.example.com`, window: 3_600 }),
    },
    {
      name: "trace, any day",
      bound: 1_000,
      call: "trace",
      fields: (index) => trace(index, 5 + (index % 80)),
    },
    {
      name: "trace, a request id",
      bound: 1_000,
      call: "traceRequest",
      fields: (index) => ({ connection: known.requests[index % known.requests.length], reason }),
    },
    {
      name: "who had an exit in 90 days",
      bound: 1_000,
      call: "exitProvenance",
      fields: (index) => ({ ip: exitOf(index) }),
    },
    { name: "signals, 6 hours", bound: 2_000, call: "signals", fields: () => ({ hours: 6 }) },
    { name: "signals, a dense day", bound: 2_000, call: "signals", fields: () => ({ hours: 24 }) },
    {
      name: "signals, three dense days",
      bound: null,
      call: "signals",
      tries: 20,
      fields: () => ({ hours: 72 }),
    },
  ];
}

async function timeOf(one: Case, ask: Ask, plans: Plans): Promise<ConsoleTime> {
  const took: number[] = [];
  const calls = one.tries ?? tries;
  for (let index = 0; index < calls; index += 1) {
    const began = performance.now();
    await ask(one.call, one.fields(index));
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const used = await plans.during(() => ask(one.call, one.fields(calls)));
  const time = {
    name: one.name,
    calls,
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    worst: took.at(-1) ?? Number.NaN,
    bound: one.bound,
    plans: used,
  };
  console.log(lineOf(time).join("  "));
  for (const plan of used) console.log(`    ${plan}`);
  return time;
}

const lineOf = ({ name, calls, p50, p95, worst, bound }: ConsoleTime) => [
  name,
  String(calls),
  ...[p50, p95, worst].map((ms) => ms.toFixed(0)),
  bound === null ? "-" : `< ${bound}: ${p95 < bound ? "yes" : "no"}`,
];

function asker(api: Api, token: string): Ask {
  return async (call, fields) => {
    const answer = await fetch(`${api.consoleUrl}/console/v1/${call}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: api.consoleUrl,
        cookie: `turnpike_console=${token}`,
      },
      body: JSON.stringify(fields),
    });
    const { code, data } = (await answer.json()) as { code: number; data: unknown };
    if (code !== 0) throw new Error(`${call}: ${code} ${JSON.stringify(data)}`);
    return data;
  };
}

/** Measures an installation filled by `seedConsole`; `folder` is its data directory. */
export async function measureConsole(
  databaseUrl: string,
  { token, folder, only }: { token: string; folder: string; only?: (name: string) => boolean },
): Promise<ConsoleTime[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const plans = new Plans(client);
  const env = readEnvironment({ PORT: "0", LOOKUP_PORT: "0", DATA_DIR: folder });
  const console_ = { host: "127.0.0.1", port: 0 };
  const log = openLog("error", "bench");
  const api = await startApi({ env, log, databaseUrl, jobs: false, console: console_ });
  try {
    const began = performance.now();
    await countJob.run(api.services);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(
      `what signals count, of 73 hours, in ${seconds} s (once; then an hour at a time)\n`,
    );
    const ask = asker(api, token);
    const times: ConsoleTime[] = [];
    for (const one of casesOf(await knownOf(client)))
      if (only?.(one.name) ?? true) times.push(await timeOf(one, ask, plans));
    return times;
  } finally {
    await api.stop();
    await client.end();
  }
}

/** Fills its own database, some GB, and measures; prints a table. */
export async function benchConsole(millions: number): Promise<ConsoleTime[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-console-"));
  const server = await startEmbedded(folder, { guard: false, settings: { max_wal_size: "4GB" } });
  try {
    await migrate(server.url);
    const connections = Math.round(millions * 1_000_000);
    const seeded = await seedConsole(server.url, { customers, orders, connections });
    console.log(`${seeded.connections.toLocaleString("en")} connections\n`);
    const times = await measureConsole(server.url, { token: seeded.token, folder });
    const head = ["call", "calls", "p50 ms", "p95 ms", "worst ms", "p95 wanted"];
    console.log(`\n${aligned([head, ...times.map(lineOf)])}`);
    return times;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
