/** Refunds lock sub-accounts before the account, in the same order as closing the account does. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { lockAccountExclusively } from "../../identity/account/account-lock.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { lockSubAccountsOf } from "../../products/sub-account/erase.ts";
import { drivenPayment, received } from "./testing.ts";

const shop = forTests(startShop);

/** A card order of traffic by an account that has a sub-account. */
async function trafficByCard(customer: Customer) {
  await customer.get("member");
  const buy = { sku: "traffic-standard", quantity: 2, method: "card" };
  const { order, paymentId } = await customer.get("placeOrder", buy);
  return { ...drivenPayment(shop, paymentId ?? ""), order };
}

/** Whether a transaction that holds the sub-accounts can lock the account during `update`. */
async function closesMeanwhile(
  customer: Customer,
  tell: (update: PaymentUpdate) => Promise<string | null>,
  update: PaymentUpdate,
) {
  let telling: Promise<string | null> | undefined;
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(shop.db);
    return rows.length;
  };
  await shop.db.transaction().execute(async (tx) => {
    await lockSubAccountsOf(tx, customer.id);
    telling = tell(update);
    await expect.poll(waiting, { timeout: 5000 }).toBe(1);
    // Shorter than PostgreSQL's deadlock timeout.
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await lockAccountExclusively(tx, customer.id);
  });
  return telling;
}

it("an undone refund locks sub-accounts first", async () => {
  const customer = await shop.customer();
  await customer.get("addSubUser", { account: "lockfirst1", password: "secret01", trafficGb: 0 });
  const { tell, giveBack, order } = await trafficByCard(customer);
  await tell(received(order.amountCents));
  const ref = await giveBack(null);
  expect(await closesMeanwhile(customer, tell, { what: "refundUndone", ref })).toBe("paid");
});

it("a payment whose refund was reported first locks sub-accounts first", async () => {
  const customer = await shop.customer();
  await customer.get("addSubUser", { account: "lockfirst2", password: "secret01", trafficGb: 0 });
  const { tell, giveBack, order } = await trafficByCard(customer);
  await giveBack(null);
  const paid = received(order.amountCents);
  expect(await closesMeanwhile(customer, tell, paid)).toBe("refunded");
});
