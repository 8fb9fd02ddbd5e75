import { randomUUID } from "node:crypto";
import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type Db, transaction, type Tx } from "../platform/db/database.ts";
import { testDatabase } from "../platform/db/testing.ts";
import { balanceOf, balances } from "./balances.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type Line, post, postWithNext } from "./post.ts";
import { verifyAccounting } from "../../testing/verify-accounting.ts";

let db: Db;
const database = forTests(testDatabase);
beforeAll(() => {
  db = database.db;
});

const at = Date.UTC(2026, 0, 1);
const give = (owner: string, asset: Asset, amount: number): Line[] => [
  { owner, asset, bucket: "main", amount },
  { owner: null, asset, bucket: "stock", amount: -amount },
];
const enter = (lines: Line[], key: string = randomUUID()) =>
  transaction(db, (tx) => post(tx, { key, kind: "grant", ref: "r", at, lines }));

describe("a posting", () => {
  it("changes balances once per key, and refuses the key with other lines", async () => {
    const owner = randomUUID();
    const key = randomUUID();
    expect(await enter(give(owner, "wallet", 500), key)).toEqual({ applied: true });
    expect(await enter(give(owner, "wallet", 500), key)).toEqual({ applied: false });
    await expect(enter(give(owner, "wallet", 501), key)).rejects.toMatchObject({ code: "TP409" });
    await expect(enter([], key)).rejects.toMatchObject({ code: "TP409" });
    expect((await balances(db, owner)).wallet).toBe(500);
  });

  it("is applied once when it is attempted 40 times in parallel", async () => {
    const owner = randomUUID();
    const key = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => enter(give(owner, "ip", 3), key)),
    );
    expect(tries.filter(({ applied }) => applied)).toHaveLength(1);
    expect((await balances(db, owner)).ip).toBe(3);
  });

  it("is refused unless it sums to zero per asset (spec/accounting#ledger)", async () => {
    const lines = give(randomUUID(), "wallet", 5).slice(0, 1);
    await expect(enter(lines)).rejects.toMatchObject({ code: "TP400" });
  });

  it("is refused by what comes next, or by the commit, if nobody waited for it; nothing stays", async () => {
    const owner = randomUUID();
    const short = { reason: "insufficientCredits", details: { short: "static7" } };
    const unpaid = { key: randomUUID(), kind: "grant", ref: "r", at } as const;
    const take = (then: (tx: Tx) => Promise<unknown>) =>
      transaction(db, async (tx) => {
        await post(tx, { ...unpaid, key: randomUUID(), lines: give(owner, "wallet", 5) });
        await postWithNext(tx, { ...unpaid, lines: give(owner, "static7", -3) });
        await then(tx);
      });
    await expect(take(async () => {})).rejects.toMatchObject(short);
    await expect(take((tx) => sql`select 1`.execute(tx))).rejects.toMatchObject(short);
    expect((await balances(db, owner)).wallet).toBe(0);
    await enter(give(owner, "static7", 3));
    await take(async () => {});
    expect((await balances(db, owner)).static7).toBe(0);
  });

  it("never takes a bucket below zero, and reports which asset is short", async () => {
    const owner = randomUUID();
    await enter(give(owner, "static7", 2));
    await expect(enter(give(owner, "static7", -3))).rejects.toMatchObject({
      reason: "insufficientCredits",
      details: { short: "static7" },
    });
    await expect(enter(give(owner, "wallet", -1))).rejects.toMatchObject({
      reason: "insufficientBalance",
    });
  });

  it("between two buckets of an owner leaves the owner's total unchanged", async () => {
    const owner = randomUUID();
    await enter(give(owner, "traffic", 100));
    await enter([
      { owner, asset: "traffic", bucket: "main", amount: -40 },
      { owner, asset: "traffic", bucket: "sub:1", amount: 40 },
    ]);
    expect((await balances(db, owner)).traffic).toBe(100);
    expect(await balanceOf(db, { owner, asset: "traffic", bucket: "sub:1" })).toBe(40);
    const lines = await sql`select 1 from ledger_line where owner = ${owner}`.execute(db);
    expect(lines.rows).toHaveLength(1);
  });

  it("can be neither changed nor deleted", async () => {
    await enter(give(randomUUID(), "wallet", 1));
    for (const change of [
      "update ledger_posting set amount = amount + 1",
      "delete from ledger_entry",
      "update ledger_line set ref = 'x'",
      "truncate ledger_line",
    ]) {
      await expect(sql.raw(change).execute(db)).rejects.toMatchObject({ code: "TP001" });
    }
  });
});

describe("the accounting", () => {
  it("is consistent after any sequence of transfers, including parallel ones", async () => {
    const owners = [randomUUID(), randomUUID(), randomUUID()];
    const move = fc.record({
      from: fc.integer({ min: 0, max: 3 }),
      to: fc.integer({ min: 0, max: 3 }),
      asset: fc.constantFrom<Asset>("wallet", "traffic"),
      bucket: fc.constantFrom("main", "sub:1"),
      amount: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
        await Promise.allSettled(
          moves.map(({ from, to, asset, bucket, amount }) =>
            enter([
              { owner: owners[from] ?? null, asset, bucket: "main", amount: -amount },
              { owner: owners[to] ?? null, asset, bucket, amount },
            ]),
          ),
        );
        expect((await verifyAccounting(db)).difference).toBeNull();
      }),
      { numRuns: sized(4, 15) },
    );
  });

  const tampering: [string, string, RegExp][] = [
    [
      "a posting's amount",
      "update ledger_posting set amount = amount + 1 where line = 1 and entry_id = $1",
      /ledger_posting 1 of ledger_entry/,
    ],
    ["an entry's words", "update ledger_entry set ref = 's' where id = $1", /ledger_entry/],
    [
      "a statement's balance",
      "update ledger_line set balance = balance + 1 where entry_id = $1",
      /ledger_line/,
    ],
    [
      "a removed posting",
      "delete from ledger_posting where entry_id = $1 and line = 1",
      /ledger_entry/,
    ],
    ["a removed statement line", "delete from ledger_line where entry_id = $1", /ledger_line/],
    [
      "a balance",
      "update ledger_account set balance = balance + 1 where owner is not null and $1 > 0",
      /ledger_account/,
    ],
    [
      "an account's hour",
      `insert into usage_hour select gen_random_uuid(), '00000000-0000-0000-0000-000000000000',
        'traffic', now(), 1, 0, $1`,
      /usage_hour of account/,
    ],
    [
      "a domain's day",
      "insert into usage_domain_day select gen_random_uuid(), gen_random_uuid(), now(), 'x', 1, $1",
      /usage_domain_day of account/,
    ],
    [
      "a place's day",
      "insert into usage_place_day select gen_random_uuid(), now(), 'DE', 'berlin', 1, $1",
      /usage_place_day of account/,
    ],
  ];
  it.each(tampering)("reveals manual changes: %s (L13)", async (_what, change, row) => {
    await enter(give(randomUUID(), "wallet", 7));
    const last = await sql<{ id: number }>`select max(id) as id from ledger_entry`.execute(db);
    const statement = change.replace("$1", String(last.rows[0]?.id));
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql.raw(statement).execute(tx);
        throw await verifyInside(tx as unknown as Db);
      }),
    ).rejects.toMatchObject({ ok: false, difference: expect.stringMatching(row) });
  });
});

/** Verifies within a transaction that is then rolled back. */
function verifyInside(tx: Db) {
  const inside = {
    transaction: () => ({
      setIsolationLevel: () => ({
        setAccessMode: () => ({ execute: (work: (db: Db) => Promise<unknown>) => work(tx) }),
      }),
    }),
  };
  return verifyAccounting(inside as unknown as Db);
}
