/** L13 for unlimited plans: `verify` reports rows that were changed by hand. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { refundOf, received } from "../../commerce/refund/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { buyer, buyWithWallet, planByCard, plansOf } from "./buy-testing.ts";
import { assertAccounting, differenceAfter } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
/** Values of the `:name` placeholders in the statements below. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const customer = await buyer(shop, 10_000);
  const renew = (planId: string, method = "wallet") =>
    customer.get("renewalUnlimit", { planId, days: 30, method });
  const first = await buyWithWallet(shop, customer, { quantity: 2 });
  const renewed = await renew(first.id);
  const pending = await renew(first.id, "card");
  const cut = await buyWithWallet(shop, customer, { kind: "bandwidth", quantity: 200 });
  await refundOf(shop, cut.order.orderNo, 1000);
  const unpaid = await planByCard(shop, customer);
  const undone = await planByCard(shop, customer);
  await undone.tell(received(undone.order.amountCents));
  const ref = await undone.giveBack(null);
  await shop.advance(3600);
  await undone.tell({ what: "refundUndone", ref });
  const idle = (await plansOf(shop.services, customer.id)).at(-1)?.id ?? "";
  const other = await buyer(shop);
  await buyWithWallet(shop, other);
  const gone = await buyer(shop);
  const left = await buyWithWallet(shop, gone);
  await closeCustomer(shop, gone);
  Object.assign(ids, { plan: first.id, order: first.order.id, renewed: renewed.order.id });
  Object.assign(ids, { pending: pending.order.id, cut: cut.id, unpaid: unpaid.order.id });
  Object.assign(ids, { idle, other: other.id, left: left.id });
}, 60_000);

/** The difference after a statement that bypasses all constraints. */
const verifiedAfter = (statement: string) => differenceAfter(shop.db, statement, ids);

const planSet = (set: string, name = "plan") =>
  `update unlimited_plan set ${set} where id = :${name}`;
const onePort = (name: string) =>
  `(select min(id::text)::uuid from unlimited_port where plan_id = :${name})`;

describe("verify (spec/operator#verify, L13) of unlimited plans", () => {
  it("accepts plans that were ordered, renewed, refunded, restored and closed", () =>
    assertAccounting(shop.services));

  it.each([
    ["ends later", planSet("expires_at = expires_at + interval '1 second'")],
    ["ends sooner", planSet("expires_at = expires_at - interval '1 second'", "cut")],
    ["began earlier", planSet("started_at = started_at - interval '1 day'")],
    ["stood still for longer", planSet("idle_ms = idle_ms + 1", "idle")],
    ["has more ports", planSet("quantity = quantity + 1")],
    ["has more Mbps", planSet("quantity = quantity + 100", "cut")],
    ["is another's", planSet("account_id = :other")],
    ["is of another kind", planSet("kind = 'bandwidth'")],
    ["bears another order's number", planSet("order_no = 'TP-nothing'")],
    ["stands on its renewal", planSet("order_id = :renewed")],
    [
      "counts an unpaid renewal",
      "update unlimited_term set counted_at = now() where order_id = :pending",
    ],
    [
      "counts no paid renewal",
      "update unlimited_term set counted_at = null where order_id = :renewed",
    ],
    ["has lost a renewal", "delete from unlimited_term where order_id = :renewed"],
    [
      "gave its renewal to another plan",
      "update unlimited_term set plan_id = :cut where order_id = :renewed",
    ],
    ["stands on no order", "delete from unlimited_term where order_id = :order"],
    [
      "has an order of more time",
      "update shop_order set granted = granted + 86400 where id = :order",
    ],
    ["was paid without a plan", "update shop_order set status = 'paid' where id = :unpaid"],
    [
      "has a refund that took less",
      "update refund set taken = taken - 1 where taken > 0 and undone_at is null",
    ],
    ["has lost a port", `delete from unlimited_port where id = ${onePort("plan")}`],
    [
      "has a closed port",
      `update unlimited_port set released_at = now() where id = ${onePort("plan")}`,
    ],
    [
      "has another's port",
      `update unlimited_port set account_id = :other where id = ${onePort("plan")}`,
    ],
    [
      "has time, and no ports",
      `with ports as (update unlimited_port set released_at = now() where plan_id = :plan)
        ${planSet("released_at = now()")}`,
    ],
    ["was closed without its ports", planSet("released_at = now()", "cut")],
    [
      "has use at another plan",
      `insert into unlimited_usage_day (port_id, plan_id, account_id, day, up_bytes, down_bytes, requests)
        select id, :cut::uuid, account_id, current_date, 1, 1, 1 from unlimited_port
        where id = ${onePort("plan")}`,
    ],
  ])("reports a plan that %s", async (_what, statement) => {
    expect(await verifiedAfter(statement)).toMatch(/^an? .*: (unlimited_|shop_order|refund)/);
  });

  it("ignores the plan of a closed account", async () => {
    const later = planSet("expires_at = expires_at + interval '1 day'", "left");
    expect(await verifiedAfter(later)).toBeNull();
  });
});
