/** Databases that the product cannot work with (spec/accounting#database). */
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { odd, turkish } from "./own-postgres-testing.ts";
import { ownDatabase, type TestDatabase } from "./testing.ts";

const made: TestDatabase[] = [];
const another = async (...wanted: Parameters<typeof ownDatabase>) => {
  const database = await ownDatabase(...wanted);
  made.push(database);
  return database;
};
afterAll(async () => {
  for (const database of made) await database.drop();
});

describe("A database that cannot be used is refused, and the message names the cure", () => {
  it("by encoding and search path", async () => {
    const ascii = await another("encoding 'SQL_ASCII' locale 'C'");
    await expect(migrate(ascii.url)).rejects.toThrow(/as SQL_ASCII, not as UTF8: create database/);
    const lost = await another(
      "encoding 'UTF8' locale 'C'",
      "alter database NAME set search_path = nowhere",
    );
    await expect(migrate(lost.url)).rejects.toThrow(/no schema in the search path .*: create the/);
    const two = await another("encoding 'UTF8' locale 'C'", "create schema app");
    await migrate(two.url, { upTo: "0001_account.sql" });
    await sql`select set_config('search_path', 'app, public', false)`.execute(two.db);
    const moved = `${two.url}${two.url.includes("?") ? "&" : "?"}options=-csearch_path%3Dapp,public`;
    await expect(migrate(moved)).rejects.toThrow(
      /in the schema public.* set search_path = "public"/,
    );
  });

  it("by the defaults that count behind a pooler", async () => {
    const plain = await another("encoding 'UTF8' locale 'C'");
    await migrate(plain.url, { upTo: "0001_account.sql", pooler: true });
    const pooled = migrate((await another(turkish, ...odd)).url, { pooler: true });
    await expect(pooled).rejects.toThrow(
      /alter database "test_\w+" set (bytea_output|datestyle|default_tr|standard)/,
    );
  });

  it("by names that its locale kept apart", async () => {
    const old = await another(turkish);
    await migrate(old.url, { upTo: "0043_static_stock_order.sql" });
    await sql`insert into account (id, email, invite_code, access_key_sealed, access_key_lookup,
      created_at) select gen_random_uuid(), 'a' || n || '@example.com', 'code000' || n, '', n, now()
      from generate_series(1, 2) n`.execute(old.db);
    await sql`insert into sub_account (id, account_id, name, sealed_password, verifier, created_at)
      select gen_random_uuid(), id, case email when 'a1@example.com' then 'MAILBOTI1' else
      'mailboti1' end, '', repeat('0', 64), now() from account`.execute(old.db);
    await expect(migrate(old.url)).rejects.toThrow(/MAILBOTI1 \(id .*mailboti1 \(id .* Rename all/);
    await sql`update sub_account set name = 'mailboti2' where name = 'mailboti1'`.execute(old.db);
    const upTo = "0049_one_key_one_form.sql";
    expect(await migrate(old.url, { upTo })).toContain(upTo);
  });
});
