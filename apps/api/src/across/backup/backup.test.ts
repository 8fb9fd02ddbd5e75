import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { isFull } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { balances } from "../../ledger/balances.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { type Db, transaction } from "../../platform/db/database.ts";
import { dumpOf, type TestDatabase, testDatabase } from "../../platform/db/testing.ts";
import { post } from "../../ledger/post.ts";
import { startTestApi } from "../../../testing/api.ts";
import { runOperator } from "../operator/run.ts";
import { extensionFor, withDecrypted } from "./encrypt.ts";
import { checkBackup } from "./format.ts";
import { restoreBackup } from "./restore.ts";
import { sortByReferences } from "./tables.ts";
import { writeBackup } from "./write.ts";

/** Text that would end a row or a table if it were not escaped. */
const odd = "a\tb\nc\r\n\\.\n\\N\\\u2028\u2029@table {}\n@end 日本";
const emptied: TestDatabase[] = [];
/** The installation into which the whole backup was restored. */
let whole: Awaited<ReturnType<typeof emptyPlace>>;

const api = forTests(startTestApi);
const folder = folderForTests();
const customer = forTests(() => api.register());
beforeAll(async () => {
  await api.topUp(customer.session, 100_000);
  await sql`insert into news (id, title, body, at)
    values (${api.services.world.id()}, ${odd}, ${odd}, ${new Date(0)})`.execute(api.db);
  // The database itself keeps settings that tell of these.
  await sql`insert into mail_text (name, lang, subject, body, updated_at)
    values ('refund', 'fr', 'S', 'B', now())`.execute(api.db);
  await sql`insert into legal_document (kind, lang, version, title, markdown, html, consent, published_at,
    published_by) values ('terms', 'fr', 1, 'T', 'T', 'T', true, now(), 'cli')`.execute(api.db);
});
afterAll(async () => {
  for (const database of emptied) await database.drop();
});

const fileNamed = (name: string) => path.join(folder, name);
const backupTo = (file: string) =>
  writeBackup({
    databaseUrl: api.databaseUrl,
    keyFile: path.join(api.services.env.DATA_DIR, "secret.key"),
    file,
  });
async function emptyPlace() {
  const database = await testDatabase();
  emptied.push(database);
  return { database, dataDir: mkdtempSync(path.join(folder, "place-")) };
}
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const dump = await dumpOf(db);
  dump.delete("schema_migration");
  return Object.fromEntries([...dump].map(([table, rows]) => [table, rows.toSorted()]));
}

/** The installed encryption programs, each with a fresh key. */
const programs = [
  {
    command: "age",
    make: () => {
      const identity = fileNamed("age.key");
      execFileSync("age-keygen", ["-o", identity], { stdio: "pipe" });
      const recipient = /age1\w+/.exec(readFileSync(identity, "utf8"))?.[0] ?? "";
      return { recipient, identity, ending: ".age", unknown: "age1nobody" };
    },
    end: () => {},
  },
  {
    command: "gpg",
    make: () => {
      // A short path: gpg creates a socket in it.
      const home = mkdtempSync(path.join(tmpdir(), "gpg-"));
      process.env["GNUPGHOME"] = home;
      const gpg = (...args: string[]) => execFileSync("gpg", ["--batch", "--quiet", ...args]);
      const recipient = "ops@example.com";
      gpg("--passphrase", "", "--quick-generate-key", recipient, "future-default", "-", "never");
      const identity = fileNamed("gpg.key");
      writeFileSync(identity, gpg("--armor", "--export-secret-keys", recipient));
      return { recipient, identity, ending: ".gpg", unknown: "nobody@example.com" };
    },
    end: () => {
      const home = process.env["GNUPGHOME"] ?? "";
      spawnSync("gpgconf", ["--kill", "all"]);
      rmSync(home, { recursive: true, force: true });
      delete process.env["GNUPGHOME"];
    },
  },
].filter(({ command }) => spawnSync(command, ["--version"]).status === 0);

describe("backup and restore (spec/operator#backup-and-restore)", () => {
  it("restores every row of every table and the key that decrypts sealed values", async () => {
    const file = fileNamed("whole");
    const written = await backupTo(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    whole = await emptyPlace();
    const { database, dataDir } = whole;
    const restored = await restoreBackup({
      db: database.db,
      databaseUrl: database.url,
      dataDir,
      file,
    });
    expect(restored).toMatchObject(written);
    expect(await rowsOf(database.db)).toEqual(await rowsOf(api.db));
    const keyIn = (place: string) => readFileSync(path.join(place, "secret.key"), "utf8");
    expect(keyIn(dataDir)).toBe(keyIn(api.services.env.DATA_DIR));
    expect(statSync(path.join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
  });

  it.runIf(isFull)(
    "shows where to put the key when SECRET_KEY_FILE names another file, as on a new machine",
    async () => {
      const file = fileNamed("elsewhere");
      await backupTo(file);
      const { database, dataDir } = await emptyPlace();
      const named = path.join(dataDir, "named.key");
      writeFileSync(named, `${"ab".repeat(32)}\n`, { mode: 0o600 });
      const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY_FILE: named };
      const { code, out } = await runOperator(["restore", file], env, api.services.modules);
      expect(code).toBe(0);
      expect(out).toContain(`${path.join(dataDir, "secret.key")}: put it at ${named}`);
    },
  );

  it("leaves a consistent ledger that accepts new entries", async () => {
    const { database } = whole;
    const lines = [
      { owner: customer.id, asset: "wallet" as const, bucket: "main", amount: 7 },
      { owner: null, asset: "wallet" as const, bucket: "grants", amount: -7 },
    ];
    await transaction(database.db, (tx) =>
      post(tx, { key: "after", kind: "grant", ref: "test", at: 0, lines }),
    );
    expect((await balances(database.db, customer.id)).wallet).toBe(105_007);
    expect(await verifyAccounting(database.db)).toMatchObject({ ok: true });
  });

  it("refuses to restore over existing accounts and leaves them unchanged", async () => {
    const file = fileNamed("refused");
    await backupTo(file);
    const before = await rowsOf(api.db);
    const { db } = api.services;
    const here = { db, databaseUrl: api.databaseUrl, dataDir: api.services.env.DATA_DIR };
    await expect(restoreBackup({ ...here, file })).rejects.toThrow("holds accounts");
    expect(await rowsOf(api.db)).toEqual(before);
  });

  it("refuses files that are damaged, truncated or not a backup before changing anything", async () => {
    const file = fileNamed("good");
    await backupTo(file);
    const text = gunzipSync(readFileSync(file));
    const changed = Buffer.from(text);
    const at = changed.indexOf(customer.email);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const bad: [string, Buffer][] = [
      ["its sum differs", gzipSync(changed)],
      ["its end is missing", gzipSync(text.subarray(0, text.lastIndexOf("@end")))],
      ["in the middle of a line", gzipSync(text.subarray(0, at))],
      ["unexpected end of file", readFileSync(file).subarray(0, 900)],
      ["this is no backup", gzipSync("hello\n")],
      ["incorrect header check", Buffer.from("hello\n")],
    ];
    const { database, dataDir } = await emptyPlace();
    const before = await rowsOf(database.db);
    for (const [words, bytes] of bad) {
      const damaged = fileNamed("damaged");
      writeFileSync(damaged, bytes);
      const input = { db: database.db, databaseUrl: database.url, dataDir, file: damaged };
      await expect(restoreBackup(input)).rejects.toThrow(words);
    }
    expect(await rowsOf(database.db)).toEqual(before);
  });

  it("refuses what somebody wrote who can write the folder: PostgreSQL's own tables, tables twice, other columns, no key", async () => {
    const file = fileNamed("forged");
    await backupTo(file);
    const { tables, rows } = await checkBackup(file);
    const text = gunzipSync(readFileSync(file)).toString();
    const all = text.slice(0, text.lastIndexOf("@end "));
    const added = (name: string, ...columns: string[]) =>
      all.replace("@table ", `@table ${JSON.stringify({ name, columns })}\n\\.\n@table `);
    const { database, dataDir } = await emptyPlace();
    const forged: [string, string][] = [
      ["does not have: pg_proc", added("pg_proc", "oid", "proname", "prosrc")],
      ["does not have: ", added("news", "id")],
      ["does not have: news", added("news", "ctid")],
      ["is damaged", added("news\" (id) from program 'id' --", "id")],
      ["is damaged", all.replace(/"key":"../, '"key":"..')],
      ["is damaged", all.replace(/"createdAt":"./, '"createdAt":"\u001b')],
      ["is damaged", all.replace(/"migrations":\[/, '"migrations":[null,')],
    ];
    for (const [words, body] of forged) {
      const sha256 = createHash("sha256").update(body).digest("hex");
      const end = JSON.stringify({ sha256, tables: tables + 1, rows });
      writeFileSync(file, gzipSync(`${body}@end ${end}\n`));
      const input = { db: database.db, databaseUrl: database.url, dataDir, file };
      await expect(restoreBackup(input)).rejects.toThrow(words);
    }
    const catalog = await sql<{ n: string }>`select count(*) as n from pg_proc`.execute(
      database.db,
    );
    expect(Number(catalog.rows[0]?.n)).toBeGreaterThan(3_000);
  });

  it.each(programs)(
    "encrypts to a $command recipient; only the identity decrypts it",
    async (key) => {
      const { recipient, identity, ending, unknown } = key.make();
      const keyFile = path.join(api.services.env.DATA_DIR, "secret.key");
      const { databaseUrl } = api;
      const file = fileNamed(`sealed${extensionFor(recipient)}`);
      expect(file.endsWith(ending)).toBe(true);
      const written = await writeBackup({ databaseUrl, keyFile, file, recipient });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(() => gunzipSync(readFileSync(file))).toThrow("incorrect header");
      const opened = await withDecrypted({ file, identity }, checkBackup);
      expect(opened).toMatchObject(written);
      await expect(withDecrypted({ file, identity: undefined }, checkBackup)).rejects.toThrow(
        "--identity FILE",
      );
      await expect(withDecrypted({ file, identity: keyFile }, checkBackup)).rejects.toThrow(
        "failed",
      );
      const lost = fileNamed("lost");
      const refused = writeBackup({ databaseUrl, keyFile, file: lost, recipient: unknown });
      await expect(refused).rejects.toThrow(`${key.command} failed`);
      expect(readdirSync(folder).filter((name) => name.startsWith("lost"))).toEqual([]);
      key.end();
    },
  );

  it.runIf(isFull)("refuses a backup of a different schema", async () => {
    const file = fileNamed("newer");
    await backupTo(file);
    const [first, header = "", ...rest] = gunzipSync(readFileSync(file)).toString().split("\n");
    const newer = header.replace(/"checksum":"./, '"checksum":"-');
    const body = `${[first, newer, ...rest.slice(0, -2)].join("\n")}\n`;
    const sha256 = createHash("sha256").update(body).digest("hex");
    writeFileSync(
      file,
      gzipSync(`${body}@end ${JSON.stringify({ sha256, tables: 1, rows: 1 })}\n`),
    );
    const { database, dataDir } = await emptyPlace();
    const input = { db: database.db, databaseUrl: database.url, dataDir, file };
    await expect(restoreBackup(input)).rejects.toThrow("another schema");
  });
});

it("the order of tables puts referenced tables first and throws on a cycle", () => {
  const tables = ["a", "b", "c"].map((name) => ({ name, columns: [] }));
  const chain = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
  ];
  expect(sortByReferences(tables, chain).map(({ name }) => name)).toEqual(["c", "b", "a"]);
  expect(() => sortByReferences(tables, [...chain, { from: "c", to: "a" }])).toThrow("ring");
});
