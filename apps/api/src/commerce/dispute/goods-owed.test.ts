/**
 * Charge-backs of goods bought by card: the buyer owes for goods that are gone, and the account is
 * in arrears (spec/money#refunds, spec/money#arrears).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { staticResources } from "../../products/static/resources.ts";
import { take } from "../../products/static/testing.ts";
import { DAY_SECONDS } from "../affiliate/testing.ts";
import { drivenPayment, has, recharge, received, refundOf } from "../refund/testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

/** A paid order by card; `dispute` takes back all of its money, or some cents. */
async function bought(customer: Customer, sku: string, quantity: number) {
  const { order, paymentId } = await customer.get("placeOrder", { sku, quantity, method: "card" });
  const paid = drivenPayment(shop, paymentId ?? "");
  await paid.tell(received(order.amountCents));
  const dispute = (cents: number | null = null) => paid.giveBack(cents, { kind: "dispute" });
  return {
    ...paid,
    ...order,
    dispute,
    won: (ref: string) => paid.tell({ what: "refundUndone", ref }),
  };
}
/** A paid recharge. */
async function recharged(customer: Customer, cents: number) {
  const paid = await recharge(shop, customer, cents);
  await paid.tell(received(cents));
  return { ...paid, dispute: () => paid.giveBack(null, { kind: "dispute" }) };
}
const arrears = async (customer: Customer) => (await customer.get("member")).arrears;
const owed = async (customer: Customer) => (await arrears(customer))?.cents ?? null;

describe("After the charge-back of a card order", () => {
  it("IPs turned into CDKeys are owed: the CDKeys are void and nothing can be spent", async () => {
    const customer = await shop.customer();
    const { amountCents, dispute, won } = await bought(customer, "ip-enterprise", 10_000);
    const made = { kind: "ip", amount: 10_000, count: 1 };
    const { items } = await customer.get("cdkeyMake", made);
    const code = items[0]?.code;
    const ref = await dispute();
    expect(await owed(customer)).toBe(amountCents);
    for (const [call, fields] of [
      ["cdkeyUse", { code }],
      ["ipOpen", { num: 1, hours: 1, auth: "nouser" }],
    ] as const) {
      expect((await customer.ask(call, fields)).refused.reason).toBe("inArrears");
    }
    const other = await shop.customer();
    expect((await other.ask("cdkeyUse", { code })).refused.reason).toBe("cdkeyVoid");
    const shown = await operateJson(shop.services, "account", "show", customer.email);
    const taken = { taken: 0, goodsOwedCents: amountCents, debtCents: amountCents };
    expect(shown.said.takenBack).toMatchObject([taken]);
    const { out } = await operate(shop.services, "account", "show", customer.email);
    expect(out).toContain("$450.00 for goods not found, $450.00 owed");
    await won(ref);
    expect(await customer.get("member")).toMatchObject({ arrears: null, ipBalance: 10_000 });
    await customer.get("cdkeyMake", made);
  });

  it("static IPs in use are owed, and relay traffic for another 24 hours", async () => {
    const customer = await shop.customer();
    const { amountCents, dispute } = await bought(customer, "static-30", 2);
    const [first] = await take(customer);
    await dispute();
    const { staticCredits } = await customer.get("member");
    expect([await owed(customer), staticCredits[30]]).toEqual([amountCents / 2, 0]);
    const since = new Date((await arrears(customer))?.since ?? 0).getTime();
    const [resource] = await staticResources(shop.services, [first?.id ?? ""]);
    expect(resource).toMatchObject({ trafficEndsAt: since + DAY_SECONDS * 1000 });
  });

  it("the wallet pays first, exact to the cent for partial disputes; winning each returns what it took", async () => {
    const customer = await shop.customer({ cents: 20_000 });
    const { amountCents, dispute, won } = await bought(customer, "ip-enterprise", 10_000);
    await customer.get("cdkeyMake", { kind: "ip", amount: 9_000, count: 1 });
    const before = await has(customer);
    // $100.00 buys 2,222 IPs; 1,000 of them are left, worth $45.00.
    const first = await dispute(10_000);
    expect(await has(customer)).toMatchObject({ walletCents: 20_000 - 5_500, ipBalance: 0 });
    const second = await dispute();
    expect(await owed(customer)).toBe(amountCents - 4_500 - 20_000);
    await won(first);
    expect(await owed(customer)).toBe(amountCents - 4_500 - 20_000 - 5_500);
    await won(second);
    expect(await arrears(customer)).toBeNull();
    const { walletCents } = await has(customer);
    expect(walletCents).toBe(before.walletCents);
  });

  it("unused goods are taken without debt; an operator's refund of used goods leaves none either", async () => {
    const customer = await shop.customer();
    const unused = await bought(customer, "ip-enterprise", 10_000);
    await unused.dispute();
    expect(await customer.get("member")).toMatchObject({ arrears: null, ipBalance: 0 });
    const used = await bought(customer, "ip-enterprise", 10_000);
    await customer.get("cdkeyMake", { kind: "ip", amount: 10_000, count: 1 });
    await refundOf(shop, used.orderNo);
    expect(await arrears(customer)).toBeNull();
    const reported = await bought(customer, "ip-enterprise", 10_000);
    await customer.get("cdkeyMake", { kind: "ip", amount: 4_000, count: 1 });
    await reported.giveBack(null);
    expect(await owed(customer)).toBe((reported.amountCents * 4) / 10);
  });

  it("the elapsed time of a plan is owed", async () => {
    const customer = await shop.customer({ lasting: true });
    const order = { kind: "port", region: "europe", quantity: 1, days: 30, method: "card" };
    const { order: plan, paymentId } = await customer.get("orderUnlimit", order);
    const paid = drivenPayment(shop, paymentId ?? "");
    await paid.tell(received(plan.amountCents));
    await shop.advance(10 * DAY_SECONDS);
    await paid.giveBack(null, { kind: "dispute" });
    expect(await owed(customer)).toBe(Math.round(plan.amountCents / 3));
  });
});

it("CDKeys of a reversed recharge are void even if a later recharge, reversed too, covered it", async () => {
  const customer = await shop.customer();
  const first = await recharged(customer, 45_000);
  await customer.get("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  await customer.get("cdkeyMake", { kind: "ip", amount: 10_000, count: 1 });
  await shop.advance(60);
  const second = await recharged(customer, 45_000);
  await first.dispute();
  expect(await arrears(customer)).toBeNull();
  await second.dispute();
  expect(await owed(customer)).toBe(45_000);
  expect((await customer.get("cdkeys")).items).toMatchObject([{ status: "void" }]);
});

it("Arrears resume when the payment that ended them is reversed; other arrears start anew", async () => {
  const customer = await shop.customer({ lasting: true });
  const spend = () =>
    customer.get("placeOrder", { sku: "ip-standard", quantity: 100, method: "wallet" });
  const first = await recharged(customer, 5_000);
  await spend();
  await first.dispute();
  const began = await arrears(customer);
  await shop.advance(23 * 3_600);
  const payer = await recharged(customer, began?.cents ?? 0);
  expect(await arrears(customer)).toBeNull();
  await shop.advance(3_600);
  await payer.dispute();
  expect((await arrears(customer))?.since).toBe(began?.since);
  await recharged(customer, 20_000);
  await spend();
  await shop.advance(3_600);
  const third = await recharged(customer, 20_000);
  const { walletCents } = await has(customer);
  await customer.get("placeOrder", {
    sku: "traffic-standard",
    quantity: Math.floor(walletCents / 350),
    method: "wallet",
  });
  await third.dispute();
  const anew = new Date((await arrears(customer))?.since ?? 0).getTime();
  expect(Math.abs(anew - shop.services.world.now())).toBeLessThan(60_000);
});
