/** L13: `verify` names the order, payment, refund or debt that was changed manually. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { cardOrder, drivenPayment, received, recharge, settled, traffic } from "./testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
/** A recharge that was partly refunded and left a debt, and other bookings. */
const customer = forTests(() => shop.customer());
beforeAll(async () => {
  const first = await recharge(shop, customer, 50_000);
  await first.tell(received(50_000));
  await customer.get("placeOrder", traffic(150));
  const ref = await first.giveBack(20_000);
  await first.tell({ what: "refundUndone", ref });
  await first.giveBack(40_000, { kind: "dispute" });
  const { tell, giveBack, order } = await cardOrder(shop, customer, 100);
  await tell(settled(order.amountCents + 500));
  await giveBack(300);
  const gone = await shop.customer();
  const late = await gone.get("recharge", { amountCents: 700, method: "crypto" });
  const closed = sql`update account set closed_at = now(), disabled_at = now() where id = ${gone.id}`;
  await closed.execute(shop.db);
  await drivenPayment(shop, late.paymentId).tell(received(700));
});

class TakenBack extends Error {}

/** Runs a statement and verifies; rolls the change back afterwards. */
async function afterChange(statement: string): Promise<string | null> {
  let difference: string | null = null;
  await shop.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      const { numAffectedRows } = await sql.raw(statement).execute(tx);
      if (!numAffectedRows) throw new Error("the change met no row");
      const inside = {
        transaction: () => ({
          setIsolationLevel: () => ({
            setAccessMode: () => ({ execute: (work: (db: unknown) => unknown) => work(tx) }),
          }),
        }),
      };
      ({ difference } = await verifyAccounting(inside as unknown as typeof shop.db));
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return difference;
}

const counts = "booked_at is not null and undone_at is null";
const one = (table: string, where: string) =>
  `id = (select id from ${table} where ${where} order by id limit 1)`;
const refunded = one("refund", `${counts} and order_id is null`);
const undone = one("refund", "booked_at is not null and undone_at is not null");
const surplus = one("payment", "surplus_cents > 0");

const changes: [string, string, RegExp][] = [
  [
    "a coupon that pays for two orders",
    `update shop_order set coupon_id = '00000000-0000-4000-8000-000000000001'
    where status in ('paid', 'refunded')`,
    /coupon.*shop_order TP/,
  ],
  ["an order's refunded cents", "update shop_order set refunded_cents = 7", /shop_order TP/],
  [
    "an order's status",
    "update shop_order set status = 'refunded' where method = 'wallet'",
    /shop_order TP/,
  ],
  [
    "a payment's status",
    "update payment set status = 'refunded' where status = 'paid'",
    /payment [0-9a-f-]{36}/,
  ],
  [
    "a payment that was never credited",
    `update payment set credited_cents = 0,
    surplus_cents = 0 where ${surplus}`,
    /payment [0-9a-f-]{36}/,
  ],
  [
    "what a payment credited",
    `update payment set credited_cents = credited_cents - 1 where ${surplus}`,
    /payment /,
  ],
  [
    "more credited than arrived",
    `update payment set received_cents = 1 where ${surplus}`,
    /payment /,
  ],
  [
    "a payment's surplus",
    `update payment set surplus_cents = surplus_cents - 1 where ${surplus}`,
    /payment /,
  ],
  [
    "a payment's bonus",
    "update payment set credited_bonus_cents = credited_bonus_cents + 1",
    /payment /,
  ],
  [
    "what is unclaimed",
    "update payment set unclaimed_cents = unclaimed_cents - 1 where unclaimed_cents > 0",
    /payment /,
  ],
  [
    "a payment that was removed",
    `delete from payment where unclaimed_cents > 0`,
    /payment missing/,
  ],
  [
    "what a refund gave back",
    `update refund set cents = cents - 1, reason = '' where ${refunded}`,
    /refund |payment /,
  ],
  [
    "what a refund took",
    `update refund set taken = taken + 1 where ${refunded}`,
    /refund [0-9a-f-]{36}/,
  ],
  [
    "a refund's bonus",
    `update refund set bonus_cents = bonus_cents + 1 where ${refunded}`,
    /refund /,
  ],
  ["a refund's debt", `update refund set debt_cents = debt_cents + 1 where ${refunded}`, /refund /],
  [
    "a refund that is booked no longer",
    `update refund set booked_at = null where ${undone}`,
    /refund /,
  ],
  [
    "a refund undone by hand",
    `update refund set undone_at = now() where ${refunded}`,
    /payment |refund /,
  ],
  [
    "a refund that stands again",
    `update refund set undone_at = null where ${undone}`,
    /payment |refund /,
  ],
  [
    "a refund without an entry",
    `insert into refund (id, account_id, payment_id, kind, cents, created_at,
    booked_at, undone_at) select gen_random_uuid(), account_id, payment_id, 'refund', 1, now(), now(),
    now() from refund limit 1`,
    /refund /,
  ],
  ["a removed refund", `delete from refund where ${undone}`, /refund missing/],
  ["a debt", "update debt set cents = cents - 1 where cents > 0", /debt of account/],
];

describe("verify (spec/operator#verify, L13)", () => {
  it("finds no difference, with a debt, a surplus and unclaimed money present", async () => {
    expect(await verifyAccounting(shop.db)).toMatchObject({ difference: null });
    const { rows } = await sql<{
      owed: number;
    }>`select sum(cents)::bigint as owed from debt`.execute(shop.db);
    expect(rows[0]?.owed).toBeGreaterThan(0);
  });

  it.each(changes)(
    "reports the row that was changed by hand: %s",
    async (_what, statement, row) => {
      expect(await afterChange(statement)).toMatch(row);
    },
  );

  it("finds no difference after the changes are rolled back", async () => {
    expect(await verifyAccounting(shop.db)).toMatchObject({ difference: null });
  });
});
