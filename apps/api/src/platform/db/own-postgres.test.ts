/** The operator's own PostgreSQL, with defaults of its own (spec/accounting#database). */
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { checkBackup } from "../../across/backup/format.ts";
import { restoreBackup } from "../../across/backup/restore.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { startJobs } from "../jobs.ts";
import { findPartitions } from "../partitions/store.ts";
import { openClient } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { odd, ownSchema, turkish } from "./own-postgres-testing.ts";
import { dumpOf, ownDatabase, type TestDatabase } from "./testing.ts";

/** Like the API's, before it starts. */
let target: TestDatabase;
const folder = folderForTests();
const api = forTests(async () => {
  const database = await ownDatabase(turkish, ...ownSchema, ...odd);
  await migrate(database.url);
  target = await ownDatabase({ copyOf: database }, ...ownSchema.slice(1), ...odd);
  return startTestApi({ database });
});
afterAll(() => target?.drop());

const ask = async (name: string, fields: Record<string, string>) => {
  const answer = await fetch(`${api.url}/v1/${name}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as { code: number; data: { reason?: string } };
};
const whole = () => path.join(folder, "whole");
const requestId = () => api.services.world.id();
const orderOf = (session: string) => {
  const what = { sku: "traffic-standard", quantity: "1", method: "wallet" };
  return ask("order", { session, ...what, requestId: requestId() });
};

describe("A database with another schema, locale, date style and isolation", () => {
  it("is Turkish, German and serializable for everybody else", async () => {
    const client = await openClient(api.databaseUrl, { name: "test" });
    const { rows } = await client.query(
      "select lower('I') as i, current_schema() as schema, now()::text like '____-__-__ %+00' as iso",
    );
    expect(rows).toEqual([{ i: "ı", schema: "app", iso: true }]);
    const reset = await client.query(
      "select reset_val from pg_settings where name in ('DateStyle', 'default_transaction_isolation') order by 1",
    );
    expect(reset.rows).toEqual([{ reset_val: "German, DMY" }, { reset_val: "serializable" }]);
    await client.end();
  });

  it("takes orders at once, and none fails", async () => {
    const { session } = await api.register();
    await api.topUp(session, 100_000);
    const orders = await Promise.all(Array.from({ length: 24 }, () => orderOf(session)));
    expect(orders.filter(({ code }) => code !== 0)).toEqual([]);
  });

  it("has one owner of a name, in whatever case it is written", async () => {
    const [first, second] = [await api.register(), await api.register()];
    const make = (session: string, account: string) =>
      ask("addSubUser", {
        session,
        account,
        password: "secret77x",
        trafficGb: "0",
        requestId: requestId(),
      });
    expect(await make(first.session, "MAILBOTI1")).toMatchObject({ code: 0 });
    for (const name of ["mailboti1", "MAILBOTI1", "mailBOTi1"])
      expect(await make(second.session, name)).toMatchObject({
        code: 409,
        data: { reason: "accountTaken" },
      });
    const insert = sql`insert into sub_account (id, account_id, name, sealed_password, verifier,
      created_at) select gen_random_uuid(), account_id, 'mailboti1', '', verifier, now()
      from sub_account where name = 'MAILBOTI1'`;
    await expect(insert.execute(api.db)).rejects.toThrow("sub_account_name_key");
  });

  it("keeps its partitions, its tables and its jobs in order", async () => {
    const { db } = api.services;
    const kept = await findPartitions(db, ["connection_trace", "ledger_entry", "request_log"]);
    expect(kept.length).toBeGreaterThan(6);
    const { rows } = await sql`select from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db);
    expect(rows).toEqual([]);
    const jobs = await startJobs(api.services, 2);
    const isolation = await sql<{ names: number }>`select count(*)::int as names
      from pg_stat_activity where application_name = 'turnpike-jobs'`.execute(db);
    expect(isolation.rows[0]?.names).toBeGreaterThan(0);
    await jobs.stop();
  });

  it("is backed up whole, and the backup is tried (spec/operator#backup-and-restore)", async () => {
    const { code, said, error } = await operateJson(api.services, "backup", whole());
    const dump = await dumpOf(api.db);
    dump.delete("schema_migration");
    const rows = [...dump.values()].flat().length;
    expect([code, error]).toEqual([0, ""]);
    // The entry about the backup itself is written afterwards.
    expect(said).toMatchObject({ tables: dump.size, rows: rows - 1 });
    const drill = await operateJson(api.services, "backup", "drill");
    expect(drill).toMatchObject({ code: 0, said: { rows: said.rows, books: { ok: true } } });
    expect(drill.said.books.checked.entries).toBeGreaterThan(24);
  }, 90_000);

  it("takes a backup back", async () => {
    const place = { databaseUrl: target.url, dataDir: mkdtempSync(path.join(folder, "place-")) };
    const restored = await restoreBackup({ db: target.db, ...place, file: whole() });
    expect(restored.rows).toBe((await checkBackup(whole())).rows);
    const counted = sql<{ count: number }>`select count(*)::int as count from app.ledger_entry`;
    const { rows: own } = await counted.execute(api.db);
    expect((await counted.execute(target.db)).rows).toEqual(own);
  }, 90_000);

  it("is in order for verify and doctor, which names a locale that has changed since", async () => {
    expect((await operate(api.services, "verify")).code).toBe(0);
    // As after an upgrade of the system's locales.
    await sql`update pg_database set datcollversion = '1.2'
      where datname = current_database()`.execute(api.db);
    const { said } = await operateJson(api.services, "doctor");
    const states = new Map(
      said.checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
    );
    expect([states.get("database"), states.get("backup")]).toEqual(["ok", "ok"]);
    expect(states.get("database locale")).toBe("wrong");
  }, 90_000);
});
