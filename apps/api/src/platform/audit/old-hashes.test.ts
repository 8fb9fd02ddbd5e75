/** The audit log of a release with one key for all purposes, attacked and continued (ADR 23). */
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../testing/api.ts";
import { transaction } from "../db/database.ts";
import { appendAudit, commandLine, endOldAudit, verifyAudit } from "./audit.ts";
import { entriesAfter } from "./store.ts";

let api: TestApi;
let oldKey: Buffer;
afterAll(() => api?.stop());

const dayMs = 86_400_000;
const oldHash = (text: string) => createHmac("sha256", oldKey).update(text).digest("hex");
const run = (statement: string) => sql.raw(statement).execute(api.db);
const append = (subject: string) =>
  transaction(api.db, (tx) =>
    appendAudit(api.services, tx, commandLine, { action: "test.act", subject }),
  );

type Entry = Awaited<ReturnType<typeof entriesAfter>>[number];
const textOf = (before: string, row: Omit<Entry, "hash">) => {
  const { id, at, actor, staffId, ip, agent, action, subject, accountId } = row;
  const whole = [id, at.toISOString(), actor, staffId, ip, agent, action, subject, accountId];
  const text = JSON.stringify([before, ...whole, row.before, row.after, row.reason]);
  return `audit ${id === 1 ? "proved " : ""}${text}`;
};

/** Rehashes entries from `from` on as the release before did, and the end's proof too. */
async function rehash(from: number, { prove = true } = {}) {
  const { db } = api.services;
  const rows = await entriesAfter(db, 0, 1_000);
  let before = rows.find(({ id }) => id === from - 1)?.hash ?? "";
  for (const row of rows.filter(({ id }) => id >= from)) {
    before = oldHash(textOf(before, row));
    await sql`update audit_log set hash = ${before} where id = ${row.id}`.execute(db);
  }
  const last = rows.at(-1)?.id ?? 0;
  await sql`update audit_head set last_id = ${last}, hash = ${before}`.execute(db);
  if (!prove) return;
  const proof = oldHash(`audit end ${last} ${before}`);
  await sql`update audit_head set proved_id = ${last}, proof = ${proof}`.execute(db);
}

/** A log as the release before left it: three entries, no boundary. */
beforeEach(async () => {
  if (!api) {
    api = await startTestApi();
    const key = readFileSync(path.join(api.services.env.DATA_DIR, "secret.key"), "utf8").trim();
    oldKey = createHash("sha256").update(Buffer.from(key, "hex")).update("lookup").digest();
    await run("alter table audit_log disable trigger user");
  }
  await run("truncate audit_log");
  await run(`update audit_head set last_id = 0, hash = '', proved_id = null, proof = null,
    boundary_id = null, boundary_at = null, boundary_proof = null`);
  for (const subject of ["one", "two", "three"]) await append(subject);
  await run("update audit_head set boundary_id = null, boundary_at = null, boundary_proof = null");
  await rehash(1);
});

const difference = async () => (await verifyAudit(api.services)).difference;

it("Old entries are accepted up to the boundary, which each start and each entry writes once", async () => {
  expect(await verifyAudit(api.services)).toMatchObject({ ok: true, entries: 3 });
  await endOldAudit(api.services);
  await endOldAudit(api.services);
  expect(await verifyAudit(api.services)).toMatchObject({ ok: true, entries: 3 });
  await append("four");
  expect(await verifyAudit(api.services)).toMatchObject({ ok: true, entries: 4 });
  const { rows } = await sql`select boundary_id from audit_head`.execute(api.db);
  expect(rows).toEqual([{ boundary_id: 3 }]);
});

it("Whoever has every hash with the old key cannot change an entry that the boundary covers", async () => {
  await append("four");
  await append("five");
  await run("create table kept as select * from audit_log");
  await run("create table kept_head as select * from audit_head");
  const restored = async (attack: () => Promise<unknown>) => {
    await attack();
    const found = await difference();
    await run("truncate audit_log");
    await run("insert into audit_log select * from kept");
    await run("delete from audit_head");
    await run("insert into audit_head select * from kept_head");
    return found;
  };
  const change = (id: number) => run(`update audit_log set subject = 'nobody' where id = ${id}`);
  expect(
    await restored(async () => {
      await change(2);
      await rehash(2);
    }),
  ).toBe("audit log: entry 3 or an earlier one was changed");
  expect(
    await restored(async () => {
      await change(2);
      await run("update audit_head set boundary_id = null, boundary_at = null");
    }),
  ).toBe("audit log: entry 2 was changed");
  // The boundary is gone, and entries with the log's own key are left.
  expect(
    await restored(() => run("update audit_head set boundary_id = null, boundary_at = null")),
  ).toBe("audit log: entry 4 was changed");
  expect(
    await restored(() =>
      run("delete from audit_log where id > 3").then(() =>
        run("update audit_head set last_id = 3, hash = (select hash from audit_log where id = 3)"),
      ),
    ),
  ).toBe("audit log: it was cut off after entry 3");
  expect(await difference()).toBeNull();
});

it("The release before may append beside this one for a day, and not later", async () => {
  await append("four");
  const { db } = api.services;
  const oldAppend = async (id: number, at: Date) => {
    const [last] = await entriesAfter(db, id - 2, 1);
    await sql`insert into audit_log (id, at, actor, ip, agent, action, subject, reason, hash)
      values (${id}, ${at}, 'cli', '', '', 'test.act', 'beside', '', '')`.execute(db);
    const [row] = await entriesAfter(db, id - 1, 1);
    const hash = row && oldHash(textOf(last?.hash ?? "", row));
    await sql`update audit_log set hash = ${hash} where id = ${id}`.execute(db);
    await sql`update audit_head set last_id = ${id}, hash = ${hash}`.execute(db);
  };
  await oldAppend(5, new Date(api.services.world.now() + 60_000));
  expect(await difference()).toBeNull();
  await append("six");
  expect(await verifyAudit(api.services)).toMatchObject({ ok: true, entries: 6 });
  await oldAppend(7, new Date(api.services.world.now() + 2 * dayMs));
  expect(await difference()).toBe("audit log: entry 7 was changed");
});

it("What the public API computes of a stranger's text is no hash of any other purpose", async () => {
  const { db, seal } = api.services;
  const texts = ["audit end 3 x", "relay 1", "mail code forgot a@example.com 123456", "3 x", "1"];
  for (const key of texts) {
    const asked = await fetch(`${api.url}/v1/member`, {
      method: "POST",
      body: new URLSearchParams({ key }),
    });
    expect(((await asked.json()) as { code: number }).code).not.toBe(0);
  }
  const { rows } = await sql<{ key: string }>`
    select key from throttle where key like 'key %'`.execute(db);
  expect(rows).toHaveLength(texts.length);
  const stored = rows.map(({ key }) => key.slice("key ".length));
  const others = texts.flatMap((text) => [
    oldHash(text),
    seal.lookup("relay", text),
    seal.lookup("auditEnd", text),
    seal.lookup("auditEntry", text),
    seal.lookup("accessKey", text),
  ]);
  expect(stored.filter((hash) => others.includes(hash))).toEqual([]);
});
