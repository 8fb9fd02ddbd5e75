/** L13 for CDKeys: `verify` reports rows that were changed by hand. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { assertAccounting, verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { enterpriseCustomer } from "./testing.ts";

const shop = forTests(startShop);
let ids: string[] = [];
beforeAll(async () => {
  const maker = await enterpriseCustomer(shop);
  const ips = await maker.get("cdkeyMake", { kind: "ip", amount: 100, count: 3 });
  const traffic = await maker.get("cdkeyMake", { kind: "traffic", amount: 7, count: 3 });
  const buyer = await shop.customer();
  for (const { items } of [ips, traffic]) await buyer.get("cdkeyUse", { code: items[0]?.code });
  ids = [...ips.items, ...traffic.items].map(({ id }) => id);
});

/** Runs a statement, verifies the accounting, and restores the table. */
async function changed(statement: (ids: string[]) => string): Promise<string | null> {
  const { db } = shop.services;
  const kept = await sql`create table kept as select * from cdkey`.execute(db).then(() => true);
  await sql.raw(statement(ids)).execute(db);
  const { difference } = await verifyAccounting(db);
  await sql`delete from cdkey`.execute(db);
  await sql`insert into cdkey overriding system value select * from kept`.execute(db);
  await sql`drop table kept`.execute(db);
  expect([kept, (await verifyAccounting(db)).ok]).toEqual([true, true]);
  return difference;
}

describe("verify (spec/operator#verify, L13) names the CDKey", () => {
  it.each([
    ["holds more", 1, (id: string) => `update cdkey set amount = amount + 1 where id = '${id}'`],
    [
      "is of another kind",
      1,
      (id: string) => `update cdkey set kind = 'traffic' where id = '${id}'`,
    ],
    [
      "was marked as used",
      2,
      (id: string) =>
        `update cdkey set used_at = now(), redeemer_id = account_id where id = '${id}'`,
    ],
    [
      "was marked as unused",
      0,
      (id: string) => `update cdkey set used_at = null, redeemer_id = null where id = '${id}'`,
    ],
    [
      "was redeemed by another",
      3,
      (id: string) => `update cdkey set redeemer_id = account_id where id = '${id}'`,
    ],
    [
      "was copied",
      4,
      (id: string) => `insert into cdkey (id, account_id, batch_id, lookup, prefix, kind, amount,
        produced_at) select gen_random_uuid(), account_id, batch_id, 'copy', '', kind, amount,
        produced_at from cdkey where id = '${id}'`,
    ],
    [
      "was marked as void",
      1,
      (id: string) => `update cdkey set voided_at = now(), void_id = gen_random_uuid(),
        void_reason = 'operator' where id = '${id}'`,
    ],
    ["was removed", 5, (id: string) => `delete from cdkey where id = '${id}'`],
  ])("that %s", async (what, which, statement) => {
    const difference = await changed((all) => statement(all[which] ?? ""));
    const id = ids[which] ?? "";
    const named: Record<string, string> = {
      "was copied": "(key cdkeyMake:",
      "was removed": "(key cdkeyMake:",
      "was marked as void": "cdkey entry cdkeyVoid:",
    };
    expect(difference).toContain(named[what] ?? `cdkey ${id}`);
  });

  it("and finds no difference once the row is restored", () => assertAccounting(shop.services));
});
