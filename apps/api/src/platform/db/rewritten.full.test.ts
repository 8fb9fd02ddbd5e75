/**
 * A migration that was rewritten in steps leaves what its first text left (spec/operator#upgrade): the
 * same tables, indexes, constraints, triggers and rows, also of what is written between the steps.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClient } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { ownDatabase, type TestDatabase } from "./testing.ts";

const name = "0023_partitions.sql";
const place = `5b596e29:./migrations/${name}`;
const before = "0022_usage_posting.sql";

/** Rows of every table that is split, some of them before and some after this month. */
const rows = `
  set session_replication_role = replica;
  insert into usage_hour select md5(n::text)::uuid, md5(n::text)::uuid, 'traffic',
    date_trunc('hour', now()) - n * interval '1 hour', 1, 2, 3 from generate_series(1, 3000) n;
  insert into usage_domain_day select md5(n::text)::uuid, md5(n::text)::uuid, current_date - n, 'a.test', 1, 2
    from generate_series(1, 100) n;
  insert into usage_place_day select md5(n::text)::uuid, current_date - n, 'DE', 'berlin', 1, 2
    from generate_series(1, 100) n;
  insert into request_log select n::text, md5(n::text)::uuid, md5(n::text)::uuid,
    now() - n * interval '1 minute', '', '', 'http', '', '', 0, 0, 0, 'ok', '', ''
    from generate_series(1, 500) n;
  set session_replication_role = default;
  select ledger_post(case when n % 2 = 0 then 'usage:' || md5(n::text)::uuid || ':' || md5(n::text)::uuid
      else 'order:' || n end, 'grant', 'x', now(), jsonb_build_array(
      jsonb_build_object('owner', md5(n::text)::uuid, 'asset', 'wallet', 'bucket', 'main', 'amount', n),
      jsonb_build_object('owner', null, 'asset', 'wallet', 'bucket', 'grants', 'amount', -n)))
    from generate_series(1, 300) n`;

/** An entry by the code of the edition before. */
const entry = (n: number) => `select ledger_post('late:${n}', 'grant', 'x', '2026-01-01', '[
  {"owner": "00000000-0000-4000-8000-000000000001", "asset": "wallet", "bucket": "main", "amount": 1},
  {"owner": null, "asset": "wallet", "bucket": "grants", "amount": -1}]')`;

/** What the catalogue says, without the months of partitions: they begin later. */
const withoutMonths = (all: object[]) =>
  all.map((row) => JSON.stringify(row).replaceAll(/_20\d\d_\d\d/g, "_MONTH")).toSorted();

const catalogue = `
  select 'column' as what, c.relname || '.' || a.attname as name,
    format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || a.attidentity::text || ' '
      || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as is
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relkind in ('r', 'p')
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', p.proname, p.prosrc from pg_proc p
    where p.pronamespace = 'public'::regnamespace
  union all select 'sequence', sequencename, '' from pg_sequences where schemaname = 'public'
  union all select 'parent', inhrelid::regclass::text, inhparent::regclass::text from pg_inherits
  order by 1, 2, 3`;

/** Writes as the product does: who is posting while the tables are exchanged starts again. */
async function writeLate(client: pg.Client, n: number): Promise<void> {
  await client.query(entry(n)).catch((error: { code?: string }) => {
    if (error.code !== "40001") throw error;
    return client.query(entry(n));
  });
}

let databases: TestDatabase[];
beforeAll(async () => {
  databases = [await ownDatabase(""), await ownDatabase("")];
  for (const { url } of databases) {
    await migrate(url, { upTo: before });
    const client = await openClient(url, { name: "fill" });
    await client.query(rows);
    await client.end();
  }
}, 60_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
});

it("leaves the same tables and rows, with all that was written between its steps", async () => {
  const [first, second] = databases as [TestDatabase, TestDatabase];
  const clients = await Promise.all(
    databases.map(({ url }) => openClient(url, { name: "rewritten" })),
  );
  const [a, b] = clients as [pg.Client, pg.Client];
  const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
  const text = execFileSync("git", ["show", place], options);
  let written = 0;
  let isDone = false;
  const migrated = migrate(second.url, { upTo: name }).finally(() => (isDone = true));
  while (!isDone) await writeLate(b, (written += 1));
  await migrated;
  for (let n = 1; n <= written; n += 1) await a.query(entry(n));
  await a.query(text);
  const checksum = createHash("sha256").update(text).digest("hex");
  const known = await b.query("select checksum from schema_migration where name = $1", [name]);
  expect(known.rows).toEqual([{ checksum }]);
  for (const question of [
    catalogue,
    "select key, (select key from ledger_entry where id = entry_id) as entry from ledger_key order by 1",
    "select key, kind, ref from ledger_entry order by 1",
    "select owner, asset, seq, amount, balance from ledger_line order by 1, 2, 3",
    "select sum(amount) as sum, count(*) as count from ledger_posting",
    "select * from usage_hour order by 1, 2, 3, 4",
    "select count(*) as count from request_log",
  ]) {
    const [one, other] = [await a.query(question), await b.query(question)];
    expect(withoutMonths(other.rows)).toEqual(withoutMonths(one.rows));
    expect(one.rows.length).toBeGreaterThan(0);
  }
  expect(first.url).not.toBe(second.url);
  expect(written).toBeGreaterThan(5);
  await Promise.all(clients.map((client) => client.end()));
}, 60_000);
