/** 50 connections of one account, or of one visitor, do not slow others down (N7). */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { connect } from "../db/database.ts";
import { startTestApi } from "../../../testing/api.ts";
import type { FloodOptions } from "./neighbours-flood.ts";

const subAccounts = 10_000;
const requests = 100_000;
/** Long enough that the first half second, in which the flood spends its budget, is below 1 %. */
const seconds = 20;
const connections = 50;
/** Times below these are noise. */
const quietAtLeastMs = { p50: 5, p99: 30 };

const api = forTests(startTestApi);
let big: { session: string; id: string };
let others: { session: string }[];
beforeAll(async () => {
  big = await api.register();
  others = await Promise.all([api.register(), api.register(), api.register()]);
  const { session } = big;
  const fields = { session, account: "bench000000", password: "secret77", trafficGb: 0 };
  await api.send("addSubUser", fields);
  const db = connect(api.databaseUrl, { pool: 1, statementTimeoutMs: 60_000 });
  await sql`
    insert into sub_account (id, account_id, name, sealed_password, verifier, created_at)
    select gen_random_uuid(), account_id, 'bench' || lpad(n::text, 6, '0'), sealed_password,
      verifier, created_at - n * interval '1 minute'
    from sub_account, generate_series(1, ${subAccounts}::int) n
    where account_id = ${big.id} and name = 'bench000000'`.execute(db);
  await sql`
    insert into request_log (id, account_id, sub_account_id, at, client, target, protocol, exit_ip,
      country, up_bytes, down_bytes, ms, outcome, reason, detail)
    select 'load' || n, ${big.id}::uuid, gen_random_uuid(), now() - n * interval '1 second',
      '203.0.113.' || n % 250, 'host' || n % 1000 || '.example.com:443', 'connect',
      '198.51.100.1', 'US', 1000, 20000, 35, 'ok', '', ''
    from generate_series(1, ${requests}::int) n`.execute(db);
  await sql`analyze`.execute(db);
  await db.destroy();
}, 120_000);

/** Starts attackers in a separate process and at another address. Returns what stops them. */
function flood(jobs: FloodOptions["jobs"]): () => Promise<Record<string, number>> {
  const options: FloodOptions = { url: api.url, from: "127.0.0.2", connections, jobs };
  const file = fileURLToPath(new URL("./neighbours-flood.ts", import.meta.url));
  const attacker = fork(file, [JSON.stringify(options)], { execArgv: [] });
  return () =>
    new Promise((resolve) => {
      attacker.once("message", (counts) => resolve(counts as Record<string, number>));
      attacker.send("end");
    });
}

const screens: [CallName, Record<string, string | number>][] = [
  ["member", {}],
  ["trafficInfo", {}],
  ["subUsers", { page: 1, limit: 20 }],
  ["orderList", { page: 1, limit: 20 }],
  ["headerInit", {}],
];

/** Measures other customers' calls, some forty a second. */
async function honest(): Promise<{ p50: number; p99: number }> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  for (let count = 0; performance.now() < until; count += 1) {
    const [name, fields] = screens[count % screens.length] as (typeof screens)[number];
    const { session = "" } = others[count % others.length] ?? {};
    const began = performance.now();
    expect((await api.send(name, { ...fields, session })).code).toBe(0);
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const post = (name: CallName, fields: Record<string, string | number> = {}) => ({
  path: calls[name].path,
  fields: { ...fields, session: big.session },
});
const floods: [string, () => FloodOptions["jobs"]][] = [
  [
    "the dearest calls",
    () => [
      post("availableSubUsers"),
      post("requestLog", { search: "nothing", limit: 100 }),
      post("subAccounts"),
      post("find", { q: "o" }),
    ],
  ],
  ["cheap calls", () => [post("member")]],
  ["what visitors may read", () => [{ path: calls.loginOptions.path, fields: {} }]],
  ["sessions that are none", () => [{ path: calls.member.path, fields: { session: "x" } }]],
  ["large documents", () => [{ path: "/openapi.json" }, { path: "/docs/api" }]],
];

it.each(floods)(
  "50 connections that request %s leave others their share",
  async (what, jobs) => {
    await honest();
    const quiet = await honest();
    const end = flood(jobs());
    const beside = await honest();
    const answers = await end();
    const figures = [quiet, beside].map((one) => `${one.p50.toFixed(1)}/${one.p99.toFixed(1)}`);
    process.stdout.write(`${what}: p50/p99 ms quiet ${figures[0]}, beside ${figures[1]}\n`);
    // No request is refused: the attacker's calls wait.
    expect(Object.keys(answers).filter((status) => status !== "200")).toEqual([]);
    expect(beside.p50).toBeLessThan(Math.max(quietAtLeastMs.p50, quiet.p50) * 2);
    expect(beside.p99).toBeLessThan(Math.max(quietAtLeastMs.p99, quiet.p99) * 2);
  },
  120_000,
);
