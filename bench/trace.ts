/**
 * Tracing an exit (README.md): as many rows as requested, in daily partitions, on an embedded
 * database; the time and plan of each query. Three days are as dense as every day would be with 200
 * million rows in 90 days, since a query reads one or two days and only probes the others.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { countHour } from "../apps/api/src/across/request-log/store/activity.ts";
import {
  findConnections,
  insertConnections,
  usersOfExit,
} from "../apps/api/src/across/request-log/store/connections.ts";
import { connect, type Db } from "../apps/api/src/platform/db/database.ts";
import { startEmbedded } from "../apps/api/src/platform/db/embedded.ts";
import { migrate } from "../apps/api/src/platform/db/migrate.ts";
import { partitionSpan } from "@turnpike/rules/partitions.ts";
import { traceLookBackMs } from "@turnpike/rules/trace.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 90;
const denseDays = 3;
const exits = 2_000;
const accounts = 1_000;
/** Rows of one day if 90 days have 200 million. */
const rowsOfDenseDay = Math.round(200_000_000 / days);
const tries = 40;

/** Runs a statement written as a template. */
async function ask<Row>(client: pg.Client, parts: TemplateStringsArray, ...values: unknown[]) {
  const text = parts.reduce((before, part, at) => `${before}$${at}${part}`);
  return (await client.query(text, values)).rows as Row[];
}
type Ask = <Row = unknown>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

/** Fills the days; `rows` is their total. */
async function fill(sql: Ask, rows: number): Promise<number> {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const dense = Math.min(rowsOfDenseDay, Math.floor(rows / denseDays));
  const sparse = Math.floor((rows - dense * denseDays) / (days - denseDays));
  let made = 0;
  for (let back = days - 1; back >= 0; back -= 1) {
    const { name, from, to } = partitionSpan("day", today - back * dayMs);
    const bounds = [from, to].map((at) => new Date(at).toISOString());
    await sql`select add_partition('connection_trace', ${`connection_trace_${name}`}, 'at',
      ${bounds[0]}, ${bounds[1]})`;
    const count = back >= 1 && back <= denseDays ? dense : sparse;
    // Ordered by when they end, as in production; one in a thousand lasts for hours.
    await sql`
      insert into connection_trace
      select encode(substr(sha256((${String(back)}::text || ':' || n::text)::bytea), 1, 12), 'hex'),
        ${bounds[0]}::timestamptz + (n * ${dayMs / count}::float8 - ms) * interval '1 ms',
        ('00000000-0000-4000-8000-' || lpad(a::text, 12, '0'))::uuid,
        ('00000000-0000-4000-9000-' || lpad(a::text, 12, '0'))::uuid, 'traffic',
        ('203.0.113.' || a % 250)::inet, 'host' || n % 5000 || '.example.com:443',
        '198.18.0.1'::inet + (n % 60000), 'connect', '100.64.0.0'::inet + e, 'DE',
        2000, 60000, ms, false, 'ok', '', '', 'local-1'
      from (select n, floor(random() * ${accounts}::int)::int as a, floor(random() * ${exits}::int)::int as e,
        least(case when n % 1000 = 0 then random() * 40000000 else -ln(1 - random()) * 20000 end,
          n * ${dayMs / count}::float8)::bigint as ms
        from generate_series(1, ${count}::int) n) made`;
    made += count;
  }
  await sql`vacuum analyze connection_trace`;
  return made;
}

interface Timing {
  name: string;
  p50: string;
  p95: string;
  worst: string;
}

async function time(
  name: string,
  work: (index: number) => Promise<unknown>,
  times = tries,
): Promise<Timing> {
  const took: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await work(index);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => `${(took[Math.floor(part * (times - 1))] ?? 0).toFixed(1)} ms`;
  const timing = { name, p50: at(0.5), p95: at(0.95), worst: at(1) };
  console.log(`${name}: p50 ${timing.p50}, p95 ${timing.p95}, worst ${timing.worst}`);
  return timing;
}

const exitOf = (index: number) => `100.64.${Math.floor((index * 37) % 7)}.${(index * 91) % 250}`;

/** Stores a batch as gateways send it. */
function store(db: Db, batch: number): Promise<number> {
  const now = Date.now();
  const id = (index: number) => `${(batch * 500 + index).toString(16).padStart(16, "0")}new`;
  const rows = Array.from({ length: 500 }, (_, index) => ({
    row: {
      id: id(index),
      at: now - index,
      accountId: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      subAccountId: `00000000-0000-4000-9000-${String(index).padStart(12, "0")}`,
      product: "traffic" as const,
      client: "203.0.113.7",
      target: `host${index}.example.com:443`,
      protocol: "connect" as const,
      exitIp: exitOf(index),
      country: "DE",
      upBytes: 2_000,
      downBytes: 60_000,
      ms: 20_000,
      outcome: "ok" as const,
      reason: "" as const,
      detail: "",
    },
    client: "203.0.113.7",
    exit: exitOf(index),
    address: "198.18.0.1",
  }));
  return insertConnections(db, rows, { now, gateway: "local-1" });
}

async function measure(db: Db): Promise<Timing[]> {
  const now = Date.now();
  const oldest = now - days * dayMs;
  const instant = (index: number, back: number) =>
    now - back * dayMs - ((index * 7_919_000) % (dayMs / 2));
  const trace = (index: number, back: number, target: string | null = null) => {
    const at = instant(index, back);
    const query = { exit: exitOf(index), from: at - 60_000, to: at + 60_000, target };
    return findConnections(db, { ...query, oldest, limit: 200 });
  };
  return [
    await time("an exit and an instant, of a dense day", (index) => trace(index, 2)),
    await time("the same with a target", (index) => trace(index, 2, `host${index}.example.com`)),
    await time("of any day", (index) => trace(index, 5 + (index % 80))),
    await time("who had an exit in 90 days", (index) =>
      usersOfExit(db, { exit: exitOf(index), from: oldest, limit: 100 }),
    ),
    await time("storing 500 more", (index) => store(db, index)),
    await time(
      "what signals count in an hour of a dense day",
      (index) => {
        const hour = Math.floor((now - 2 * dayMs) / hourMs - index) * hourMs;
        return countHour(db, { hour, now, freshSince: now, timeoutMs: 600_000 });
      },
      6,
    ),
  ];
}

/** Plan of the first query with other indexes instead of the real ones; then rolls back. */
async function withBrin(sql: Ask): Promise<string> {
  const at = new Date(Date.now() - 2 * dayMs);
  const from = new Date(at.getTime() - traceLookBackMs);
  const day = `connection_trace_${partitionSpan("day", at.getTime()).name}`;
  const state = async () => {
    const plan = await sql<{ "QUERY PLAN": string }>`explain (analyze, buffers)
      select * from connection_trace where exit_ip = ${exitOf(3)}::inet
        and at >= ${from} and at <= ${at}`;
    const sizes = await sql<{ name: string; bytes: string }>`
      select indexrelname as name, pg_relation_size(indexrelid) as bytes
      from pg_stat_user_indexes where relname = ${day} order by 2 desc`;
    return [
      ...plan.map((row) => row["QUERY PLAN"]),
      ...sizes.map(({ name, bytes }) => `  ${name} ${(Number(bytes) / 1e6).toFixed(1)} MB`),
    ].join("\n");
  };
  const before = await state();
  await sql`begin`;
  await sql`drop index connection_trace_exit`;
  await sql`create index by_time on connection_trace using brin (at)`;
  const after = await state();
  await sql`rollback`;
  return `btree (exit_ip, at):\n${before}\n\nbrin (at):\n${after}`;
}

/** Measures with `millions` of rows and prints the figures. */
export async function benchTrace(millions: number): Promise<Timing[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-trace-"));
  const server = await startEmbedded(folder, { guard: false });
  try {
    await migrate(server.url);
    const db = connect(server.url, { name: "bench-trace", pool: 2, statementTimeoutMs: 0 });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const sql: Ask = (parts, ...values) => ask(client, parts, ...values);
    const began = performance.now();
    const rows = await fill(sql, Math.round(millions * 1_000_000));
    const sizes = await sql<{ bytes: string }>`
      select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits
      where inhparent = 'connection_trace'::regclass`;
    const bytes = Number(sizes[0]?.bytes ?? 0);
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `${rows.toLocaleString("en")} rows in ${days} days, ${(bytes / rows).toFixed(0)} bytes each with ` +
        `indexes (made in ${seconds.toFixed(0)} s).\n`,
    );
    console.log(`${await withBrin(sql)}\n`);
    const timings = await measure(db);
    await client.end();
    await db.destroy();
    return timings;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
