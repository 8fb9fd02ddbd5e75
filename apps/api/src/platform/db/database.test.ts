import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "./database.ts";
import { migrate } from "./migrate.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table pair (id int primary key, n int not null)`.execute(database.db);
  await sql`insert into pair values (1, 0), (2, 0)`.execute(database.db);
});
afterAll(() => database?.drop());

describe("a transaction", () => {
  it("is run again when the database ends it because of a deadlock", async () => {
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
    // Where both have waited long enough, both are ended.
    expect(runs).toBeGreaterThanOrEqual(3);
    const { rows } = await sql<{ n: number }>`select n from pair order by id`.execute(database.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("leaves nothing behind when its work throws", async () => {
    const before = await sql`select * from pair order by id`.execute(database.db);
    const failing = transaction(database.db, async (tx) => {
      await sql`update pair set n = 99`.execute(tx);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await sql`select * from pair order by id`.execute(database.db)).toEqual(before);
  });

  it("reads int8 as a number, and refuses one that a number cannot hold", async () => {
    const read = (text: string) =>
      sql<{ n: number }>`select ${sql.lit(text)}::int8 as n`.execute(database.db);
    expect((await read("9007199254740991")).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(read("9007199254740992")).rejects.toThrow(RangeError);
  });
});

describe("migrations", () => {
  it("are applied once, by however many processes start together", async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(database.url)))).toEqual([[], [], []]);
  });

  it("refuse to go on when one that was applied has been edited", async () => {
    await sql`update schema_migration set checksum = 'x' where name like '0001%'`.execute(
      database.db,
    );
    await expect(migrate(database.url)).rejects.toThrow("0001_account.sql was edited");
  });
});
