/** Backups and imports of nothing are failures, and so are books without an entry. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { ownDatabase, testDatabase, type TestDatabase } from "../../platform/db/testing.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { checkBackup } from "./format.ts";
import { restoreBackup } from "./restore.ts";
import { backupCheck, recordRun } from "./series.ts";
import { writeBackup } from "./write.ts";

const others: TestDatabase[] = [];
const whole = () => path.join(folder, "whole");
const keyFile = () => path.join(api.services.env.DATA_DIR, "secret.key");
const folder = folderForTests();
const api = forTests(startTestApi);
beforeAll(async () => {
  await api.register();
  await writeBackup({ databaseUrl: api.databaseUrl, keyFile: keyFile(), file: whole() });
});
afterAll(async () => {
  for (const database of others) await database.drop();
});

describe("A success that counted nothing is a failure", () => {
  it("a backup without tables is not written, and an empty one is neither tried nor restored", async () => {
    const empty = await ownDatabase("encoding 'UTF8' locale 'C'");
    others.push(empty);
    await sql`create table schema_migration (name text, checksum text)`.execute(empty.db);
    const file = path.join(folder, "empty");
    const written = writeBackup({ databaseUrl: empty.url, keyFile: keyFile(), file });
    await expect(written).rejects.toThrow(/nothing was backed up: 0 rows of 0 tables/);
    const text = gunzipSync(readFileSync(whole())).toString();
    const [format = "", header = ""] = text.split("\n");
    const seal = (body: string, tables: number, rows: number) => {
      const sha256 = createHash("sha256").update(body).digest("hex");
      writeFileSync(file, gzipSync(`${body}@end ${JSON.stringify({ sha256, tables, rows })}\n`));
    };
    seal(`${format}\n${header}\n`, 0, 0);
    await expect(checkBackup(file)).rejects.toThrow(/the backup is empty/);
    expect(await operate(api.services, "backup", "drill", file)).toMatchObject({ code: 1 });
    // A backup that lacks a table.
    const all = text.slice(0, text.lastIndexOf("@end "));
    const from = all.indexOf('@table {"name":"ledger_entry"');
    const to = all.indexOf("@table ", from + 1);
    const { tables, rows } = await checkBackup(whole());
    const lines = all.slice(from, to).split("\n").length - 3;
    seal(all.slice(0, from) + all.slice(to), tables - 1, rows - lines);
    const place = await testDatabase({ pool: 2 });
    others.push(place);
    const dataDir = mkdtempSync(path.join(folder, "place-"));
    const restored = restoreBackup({ db: place.db, databaseUrl: place.url, dataDir, file });
    await expect(restored).rejects.toThrow("the backup has no ledger_entry");
  });

  it("doctor only notes that there was no drill yet, until the first backup is 45 days old", () => {
    const dataDir = mkdtempSync(path.join(folder, "young-"));
    const now = Date.now();
    const day = 86_400_000;
    const at = (days: number) => new Date(now - days * day).toISOString();
    recordRun(dataDir, { backupAt: at(0), file: "x", rows: 9 });
    expect(backupCheck(dataDir, now)).toMatchObject({ state: "warning" });
    recordRun(dataDir, { backupAt: at(-46), file: "x", rows: 9 });
    expect(backupCheck(dataDir, now + 46 * day)).toMatchObject({ state: "wrong" });
    recordRun(dataDir, { drillAt: at(-46) });
    expect(backupCheck(dataDir, now + 46 * day)).toMatchObject({ state: "ok" });
  });

  it("doctor does not praise a backup of nothing, and verify does not praise an empty ledger", async () => {
    const dataDir = mkdtempSync(path.join(folder, "runs-"));
    const now = Date.now();
    const at = new Date(now).toISOString();
    recordRun(dataDir, { backupAt: at, drillAt: at, file: "x", rows: 0 });
    expect(backupCheck(dataDir, now)).toMatchObject({ state: "wrong" });
    const fresh = await testDatabase({ pool: 1 });
    others.push(fresh);
    const services = { ...api.services, databaseUrl: fresh.url };
    Object.assign(services, { env: { ...api.services.env, DATA_DIR: dataDir } });
    expect(await operateJson(services, "verify")).toMatchObject({ code: 1, said: { ok: false } });
    const list = path.join(folder, "none.csv");
    writeFileSync(list, "ip,kind,product,country,provenance\n");
    expect(await operate(services, "exits", "import", list)).toMatchObject({ code: 1 });
  });
});
