import { randomUUID } from "node:crypto";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { firstEntryOf, monthOfEntry, spansAhead } from "@turnpike/rules/partitions.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { modules } from "../../app.ts";
import { post } from "../../ledger/post.ts";
import { transaction } from "../db/database.ts";
import { testDatabase } from "../db/testing.ts";
import { keepPartitions, partitionOptions } from "./keep.ts";
import { boundOf, findPartitions } from "./store.ts";

const dayMs = 86_400_000;
const env = readEnvironment({ NODE_ENV: "test" });
const { ahead } = partitionOptions;
const database = forTests(async () => {
  partitionOptions.ahead = spansAhead;
  return testDatabase();
});
afterAll(() => (partitionOptions.ahead = ahead));

const keep = (at: number) =>
  keepPartitions({ db: database.db, log: pino({ enabled: false }), modules, env }, at);
const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(database.db);
const rowsOf = async (statement: string) => (await run(statement)).rows;

/** Grants a new owner a cent; returns the partitions of its entry, postings and line. */
async function entry(at: number) {
  const owner = randomUUID();
  const lines = [
    { owner, asset: "wallet" as const, bucket: "main", amount: 1 },
    { owner: null, asset: "wallet" as const, bucket: "grants", amount: -1 },
  ];
  const input = { key: `test:${owner}`, kind: "grant" as const, ref: "x", at, lines };
  expect(await transaction(database.db, (tx) => post(tx, input))).toEqual({ applied: true });
  expect(await transaction(database.db, (tx) => post(tx, input))).toEqual({ applied: false });
  const [row] = await rowsOf(`select e.id, e.tableoid::regclass::text as entry,
    l.tableoid::regclass::text as line, p.tableoid::regclass::text as posting
    from ledger_entry e join ledger_line l on l.entry_id = e.id
    join ledger_posting p on p.entry_id = e.id where e.key = 'test:${owner}' limit 1`);
  return row as { id: number; entry: string; line: string; posting: string };
}

const monthName = (at: number) => new Date(at).toISOString().slice(0, 7).replace("-", "_");

test("Partition bounds are parsed in any time zone", () => {
  expect(boundOf("MINVALUE")).toBe(Number.NEGATIVE_INFINITY);
  expect(boundOf("'2026120000000000'")).toBe(2_026_120_000_000_000);
  expect(boundOf("'2026-12-01'")).toBe(Date.UTC(2026, 11));
  expect(boundOf("'2026-12-01 05:30:00+05:30'")).toBe(Date.UTC(2026, 11));
});

test("The previous release, which deletes by ctid, deletes no rows of other partitions", async () => {
  const own = randomUUID();
  const row = (
    id: string,
    at: string,
  ) => `('${id}', '${own}', '${own}', ${at}, '', '', 'http', '', '',
    0, 0, 0, 'ok', '', '')`;
  await run(`insert into account (id, email, invite_code, access_key_sealed, access_key_lookup,
    created_at) values ('${own}', 'old@example.com', 'old00001', '', '', now())`);
  await run(`insert into request_log values ${row("old", "now() - interval '30 hours'")}`);
  await run(`insert into request_log values ${row("new", "now() + interval '7 hours'")}`);
  const places = await rowsOf("select ctid::text as ctid, id from request_log");
  expect(new Set(places.map(({ ctid }) => ctid)).size).toBe(1);
  await run(`delete from request_log where ctid = any(array(select ctid from request_log
    where at < now() - interval '24 hours' order by at limit 10000))`);
  expect(await rowsOf("select id from request_log where id = 'new'")).toHaveLength(1);
  await run(
    `insert into usage_domain_day values ('${own}', '${own}', current_date, 'a.test', 1, 1)`,
  );
  await run("delete from usage_domain_day where ctid = '(0,1)'");
  expect(await rowsOf("select from usage_domain_day")).toHaveLength(1);
  await run(`update account set closed_at = now(), disabled_at = now() where id = '${own}'`);
  await run("delete from usage_domain_day where ctid = '(0,1)'");
  expect(await rowsOf("select from usage_domain_day")).toHaveLength(0);
});

test("An entry is stored with its postings and lines in the month of posting, even after the clock jumps", async () => {
  const now = Date.now();
  const name = monthName(now);
  expect(await entry(now)).toMatchObject({
    entry: `ledger_entry_${name}`,
    line: `ledger_line_${name}`,
    posting: `ledger_posting_${name}`,
  });
  const later = now + 400 * dayMs;
  await Promise.all([keep(later), keep(later)]);
  const moved = await entry(later);
  expect(moved.entry).toBe(`ledger_entry_${monthName(later)}`);
  expect(monthOfEntry(moved.id)).toBe(monthOfEntry(firstEntryOf(later)));
  // A process whose clock is behind changes nothing.
  await keep(now);
  expect((await entry(later)).id).toBe(moved.id + 2);
  expect((await verifyAccounting(database.db)).difference).toBeNull();
});

test("Rows without a partition are kept, and moved once there is one", async () => {
  const later = Date.now() + 900 * dayMs;
  await run(`select setval('ledger_entry_id_seq', ${firstEntryOf(later)})`);
  const unplaced = await entry(later);
  expect(unplaced.entry).toBe("ledger_entry_default");
  const hour = new Date(later).toISOString();
  const [account, nil] = [randomUUID(), "00000000-0000-0000-0000-000000000000"];
  await run(
    `insert into usage_hour values ('${account}', '${nil}', 'traffic', '${hour}', 0, 0, 1)`,
  );
  await keep(later + 100 * dayMs);
  const [entryRow] = await rowsOf(
    `select tableoid::regclass::text as name from ledger_entry where id = ${unplaced.id}`,
  );
  expect(entryRow).toEqual({ name: `ledger_entry_${monthName(later)}` });
  const [usage] = await rowsOf(
    `select tableoid::regclass::text as name from usage_hour where account_id = '${account}'`,
  );
  expect(usage).toEqual({ name: `usage_hour_${monthName(later)}` });
  for (const table of ["ledger_entry", "ledger_posting", "ledger_line", "usage_hour"])
    expect(await rowsOf(`select from ${table}_default`)).toEqual([]);
  await run(`delete from usage_hour where account_id = '${account}'`);
  expect((await verifyAccounting(database.db)).difference).toBeNull();
  for (const table of [`ledger_line_${monthName(later)}`, "ledger_posting_default"])
    await expect(run(`truncate ${table}`)).rejects.toThrow("insert-only");
  const removal = `delete from ledger_entry_${monthName(later)} where id = ${unplaced.id}`;
  await expect(run(removal)).rejects.toThrow("insert-only");
});

test("Data with a retention period is dropped by partition; permanent data is not (spec/accounting#partitions)", async () => {
  const later = Date.now() + 1_500 * dayMs;
  await keep(later);
  const names = (await findPartitions(database.db, ["sub_account_day", "usage_hour"])).map(
    ({ name }) => name,
  );
  expect(names.filter((name) => name.startsWith("sub_account_day"))).toHaveLength(3);
  expect(names).toContain("usage_hour_before");
});
