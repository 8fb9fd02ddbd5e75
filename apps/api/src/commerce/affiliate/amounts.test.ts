/** L8: random amounts. TURNPIKE_FULL=1 runs 10,000. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { DAY_SECONDS, figuresOf, recordRefund, pair, profitOf, sell } from "./testing.ts";

const COUNT = sized(20, 10_000);
const AT_ONCE = 8;

const shop = forTests(startShop);

const order = fc.record({
  amountCents: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1_000_000 })),
  method: fc.constantFrom("crypto", "card"),
  renewal: fc.boolean(),
  /** The total refunded after each step, in percent of the order. */
  back: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
});

/** Rounds half up, computed independently of the rules. */
const share = (cents: number, percent: number) => Number((BigInt(cents * percent) + 50n) / 100n);

it(`${COUNT} random amounts: profits equal their ledger entries, no cent lost or created (L8)`, async () => {
  const seed = Date.now() & 0x7fffffff;
  process.stdout.write(`L8: ${COUNT} random amounts, seed ${seed}\n`);
  const orders = fc.sample(order, { numRuns: COUNT, seed });
  const { inviter, friend } = await pair(shop);
  const expected = { crypto: 0, card: 0 };
  let transactionCents = 0;
  let next = 0;
  const work = async () => {
    for (let one = orders[next++]; one; one = orders[next++]) {
      const { amountCents, method, renewal, back } = one;
      const id = await sell(shop.services, friend.id, { amountCents, method, renewal });
      let refunded = 0;
      for (const part of back) {
        refunded = Math.floor((amountCents * part) / 100);
        await recordRefund(shop.services, id, refunded);
      }
      expected[method] += share(amountCents - refunded, renewal ? 5 : 10);
      transactionCents += amountCents - refunded;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const withdrawable = async () => (await figuresOf(inviter)).withdrawableCents;
  expect(await figuresOf(inviter)).toMatchObject({
    transactionCents,
    withdrawableCents: expected.crypto,
    frozenCents: expected.card,
  });
  expect(await operatorHas(shop.services, "profit", "affiliate")).toBe(
    -expected.crypto - expected.card - (await operatorHas(shop.services, "profit", "debts")),
  );
  await shop.advance(30 * DAY_SECONDS);
  const all = expected.crypto + expected.card;
  expect(await withdrawable()).toBe(all);
  await inviter.get("getProfit", { amountCents: all, target: "balance" });
  expect(await profitOf(shop, inviter)).toEqual({});
  expect((await inviter.get("member")).walletCents).toBe(all);
  const { rows } = await sql<{ cents: number }>`
    select sum(earned_cents - deducted_cents)::bigint as cents from profit
    where account_id = ${inviter.id}`.execute(shop.db);
  expect(rows[0]?.cents).toBe(all);
  expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true, difference: null });
}, 600_000);
