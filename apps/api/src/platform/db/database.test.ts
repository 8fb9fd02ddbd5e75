import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { transaction } from "./database.ts";
import { migrate } from "./migrate.ts";
import { joinStatement, pipelineStatement, sendWithCommit } from "./pipeline.ts";
import { testDatabase } from "./testing.ts";

const database = forTests(testDatabase);
beforeAll(async () => {
  await sql`create table pair (id int primary key, n int not null)`.execute(database.db);
  await sql`insert into pair values (1, 0), (2, 0)`.execute(database.db);
});

describe("a transaction", () => {
  it("is retried when the database aborts it because of a deadlock", async () => {
    let runs = 0;
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    const inOrder = (first: number, second: number) =>
      transaction(database.db, async (tx) => {
        runs++;
        await sql`update pair set n = n + 1 where id = ${first}`.execute(tx);
        if (++arrived >= 2) both.resolve();
        await both.promise;
        await sql`update pair set n = n + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
    // If both have waited for the deadlock timeout, PostgreSQL aborts both.
    expect(runs).toBeGreaterThanOrEqual(3);
    const { rows } = await sql<{ n: number }>`select n from pair order by id`.execute(database.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("leaves no changes when its callback throws", async () => {
    const before = await sql`select * from pair order by id`.execute(database.db);
    const failing = transaction(database.db, async (tx) => {
      await sql`update pair set n = 99`.execute(tx);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await sql`select * from pair order by id`.execute(database.db)).toEqual(before);
  });

  it("reads int8 as a number, and rejects one that a number cannot hold", async () => {
    const read = (text: string) =>
      sql<{ n: number }>`select ${sql.lit(text)}::int8 as n`.execute(database.db);
    expect((await read("9007199254740991")).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(read("9007199254740992")).rejects.toThrow(RangeError);
  });
});

describe("pipelined statements", () => {
  const insert = (id: number) => sql`insert into pair values (${id}, 0)`;
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from pair`.execute(database.db)).rows[0]?.n;

  it("run within the transaction, in order", async () => {
    const seen = await transaction(database.db, async (tx) => {
      await pipelineStatement(tx, insert(3));
      await pipelineStatement(tx, sql`update pair set n = 7 where id = ${3}`);
      return sql<{ n: number }>`select n from pair where id = 3`.execute(tx);
    });
    expect(seen.rows).toEqual([{ n: 7 }]);
    await sql`delete from pair where id = 3`.execute(database.db);
  });

  it("make the commit or the next statement fail with their own error", async () => {
    const twice = transaction(database.db, async (tx) => {
      await pipelineStatement(tx, insert(3));
      await pipelineStatement(tx, insert(1));
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    const next = transaction(database.db, async (tx) => {
      await pipelineStatement(tx, insert(1));
      await insert(3).execute(tx);
    });
    await expect(next).rejects.toMatchObject({ code: "23505" });
    expect(await count()).toBe(2);
  });

  it("become one statement if they say so, before what follows them, and fail with their own error", async () => {
    const seen = await transaction(database.db, async (tx) => {
      await joinStatement(tx, insert(3));
      await joinStatement(tx, insert(4));
      await joinStatement(tx, sql`update pair set n = ${5} where id = ${1}`);
      return sql<{ id: number }>`select id from pair where xmin = pg_current_xact_id()::xid
        and cmin = (select max(cmin::text)::cid from pair) order by id`.execute(tx);
    });
    expect(seen.rows).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
    const twice = transaction(database.db, async (tx) => {
      await joinStatement(tx, insert(5));
      await joinStatement(tx, insert(3));
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
    await sql`delete from pair where id > 2`.execute(database.db);
    await sql`update pair set n = 0 where id = 1`.execute(database.db);
  });

  it("that go with the commit are not there before, nor after a rollback, and make it fail", async () => {
    const seen = await transaction(database.db, async (tx) => {
      await sendWithCommit(tx, insert(3));
      await sendWithCommit(tx, sql`update pair set n = 9 where id = ${3}`);
      await joinStatement(tx, insert(4));
      return sql`select from pair where id = 3`.execute(tx);
    });
    expect(seen.rows).toEqual([]);
    const { rows } = await sql`select * from pair where id > 2 order by id`.execute(database.db);
    expect(rows).toEqual([
      { id: 3, n: 9 },
      { id: 4, n: 0 },
    ]);
    const failed = transaction(database.db, async (tx) => {
      await insert(5).execute(tx);
      await sendWithCommit(tx, insert(3));
    });
    await expect(failed).rejects.toMatchObject({ code: "23505" });
    const thrown = transaction(database.db, async (tx) => {
      await sendWithCommit(tx, insert(6));
      throw new Error("no");
    });
    await expect(thrown).rejects.toThrow("no");
    await sql`delete from pair where id in (3, 4)`.execute(database.db);
    expect(await count()).toBe(2);
  });
});

it("a frequently sent statement is prepared, unless it selects all columns of a table, since those may change", async () => {
  const found = await transaction(database.db, async (tx) => {
    for (let times = 0; times < 40; times++) {
      await sql`select n from pair where id = ${times}`.execute(tx);
      await sql`select * from pair where id = ${times}`.execute(tx);
    }
    await sql`alter table pair add column more int`.execute(tx);
    await sql`select * from pair where id = ${1}`.execute(tx);
    return sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%from pair%'`.execute(
      tx,
    );
  });
  expect(found.rows).toEqual([{ statement: "select n from pair where id = $1" }]);
  await sql`alter table pair drop column more`.execute(database.db);
});

describe("migrations", () => {
  it("are not applied again, even if several processes start at once", async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(database.url)))).toEqual([[], [], []]);
  });

  it("fail if an applied migration was edited", async () => {
    await sql`update schema_migration set checksum = 'x' where name like '0001%'`.execute(
      database.db,
    );
    await expect(migrate(database.url)).rejects.toThrow("0001_account.sql was edited");
  });
});
