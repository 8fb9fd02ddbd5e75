/** Payments of other amounts than requested (spec/lab#payments). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import {
  cardOrder,
  drivenPayment,
  firstOrder,
  has,
  payment,
  received,
  recharge,
  settled,
  traffic,
  wallet,
} from "../refund/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

/** Grants a discount coupon; returns its id. */
function discountCoupon({ id: accountId }: Customer, percent: number): Promise<string> {
  const gift = { kind: "discount", percent, minCents: 0 } as const;
  const input = { accountId, days: 30, gift };
  return transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
}
const usableCoupons = async (customer: Customer) =>
  (await customer.get("coupons", { status: "usable" })).items.map(({ id }) => id);

describe("A closed payment page is credited with the amount received", () => {
  it("a recharge paid short: the amount received and its bonus, later the difference", async () => {
    const customer = await shop.customer();
    const { paymentId, tell } = await recharge(shop, customer, 200_000);
    expect(await tell(received(60_000))).toBe("pending");
    expect(await payment(customer, paymentId)).toMatchObject({ receivedCents: 60_000 });
    expect(await tell(settled(60_000))).toBe("paid");
    expect(await wallet(customer)).toBe(63_000);
    const shown = { status: "paid", amountCents: 200_000, bonusCents: 3000, receivedCents: 60_000 };
    expect(await payment(customer, paymentId)).toMatchObject(shown);
    await tell(settled(60_000));
    await tell(settled(200_000));
    await tell(settled(150_000));
    expect(await wallet(customer)).toBe(220_000);
  });

  it("an overpaid recharge: the surplus earns no bonus", async () => {
    const customer = await shop.customer();
    const { paymentId, tell } = await recharge(shop, customer, 50_000);
    await tell(received(70_000));
    expect(await wallet(customer)).toBe(52_500);
    await tell(settled(70_000));
    expect(await wallet(customer)).toBe(72_500);
    expect(await payment(customer, paymentId)).toMatchObject({
      bonusCents: 2500,
      surplusCents: 20_000,
    });
  });

  it("an underpaid order fails; its coupon is free again, its money in the wallet", async () => {
    const customer = await shop.customer();
    const couponId = await discountCoupon(customer, 50);
    const buy = { sku: "ip-standard", quantity: 10, method: "card", couponId };
    const { order, paymentId } = await customer.get("placeOrder", buy);
    const { tell } = drivenPayment(shop, paymentId ?? "");
    expect(await usableCoupons(customer)).toEqual([]);
    const half = Math.floor(order.amountCents / 2);
    await tell(settled(half));
    expect(await has(customer)).toMatchObject({ walletCents: half, ipBalance: 0 });
    expect((await firstOrder(customer))?.status).toBe("failed");
    expect(await usableCoupons(customer)).toEqual([couponId]);
    await tell(settled(order.amountCents));
    expect(await has(customer)).toMatchObject({ walletCents: order.amountCents, ipBalance: 0 });
    expect(await usableCoupons(customer)).toEqual([couponId]);
  });

  it("an overpaid order is fulfilled, and the surplus goes to the wallet", async () => {
    const customer = await shop.customer();
    const { tell, order, giveBack, paymentId } = await cardOrder(shop, customer, 10);
    await tell(settled(order.amountCents + 777));
    expect(await has(customer)).toMatchObject({ walletCents: 777, ipBalance: 10 });
    // A refund of exactly the surplus is a refund of the surplus.
    await giveBack(777);
    expect(await has(customer)).toMatchObject({ walletCents: 0, ipBalance: 10 });
    expect(await firstOrder(customer)).toMatchObject({ status: "paid", refundedCents: 0 });
    await giveBack(null);
    expect(await has(customer)).toMatchObject({ walletCents: 0, ipBalance: 0 });
    expect(await payment(customer, paymentId)).toMatchObject({
      status: "refunded",
      refundedCents: order.amountCents + 777,
    });
  });

  it("a failed order is not fulfilled once another order uses its coupon", async () => {
    const customer = await shop.customer();
    const couponId = await discountCoupon(customer, 90);
    const cheap = { sku: "ip-standard", quantity: 100, method: "card", couponId };
    const first = await customer.get("placeOrder", cheap);
    const old = drivenPayment(shop, first.paymentId ?? "");
    await old.tell({ what: "failed" });
    const second = await customer.get("placeOrder", cheap);
    const { amountCents } = first.order;
    await old.tell(settled(amountCents + 5));
    expect(await has(customer)).toMatchObject({ walletCents: amountCents + 5, ipBalance: 0 });
    await old.tell(settled(amountCents + 8));
    expect(await has(customer)).toMatchObject({ walletCents: amountCents + 8, ipBalance: 0 });
    const orders = await customer.get("orderList");
    expect(orders.items.map(({ status }) => status)).toEqual(["pending", "failed"]);
    await drivenPayment(shop, second.paymentId ?? "").tell(settled(amountCents));
    expect((await has(customer)).ipBalance).toBe(100);
    // That money counts as a recharge, so its refund is taken from the wallet.
    await old.giveBack(null);
    expect(await has(customer)).toMatchObject({ walletCents: 0, ipBalance: 100 });
  });

  it("a failed order is fulfilled late if its coupon is still free, and then uses it", async () => {
    const customer = await shop.customer();
    const couponId = await discountCoupon(customer, 50);
    const buy = { sku: "ip-standard", quantity: 10, method: "card", couponId };
    const { order, paymentId } = await customer.get("placeOrder", buy);
    const late = drivenPayment(shop, paymentId ?? "");
    await late.tell({ what: "failed" });
    await late.tell(settled(order.amountCents));
    expect(await has(customer)).toMatchObject({ walletCents: 0, ipBalance: 10 });
    expect((await customer.ask("placeOrder", buy)).refused.reason).toBe("couponUsed");
  });

  it("a debt is paid first from any incoming money, including a surplus", async () => {
    const customer = await shop.customer();
    const first = await recharge(shop, customer, 10_000);
    await first.tell(received(10_000));
    await customer.get("placeOrder", traffic(20));
    await first.giveBack(null);
    expect(await wallet(customer)).toBe(0);
    const owed = async () => (await customer.get("indexInit")).walletDebtCents;
    expect(await owed()).toBe(6000);
    const { tell, order } = await cardOrder(shop, customer, 10);
    await tell(settled(order.amountCents + 1000));
    expect(await wallet(customer)).toBe(0);
    const second = await recharge(shop, customer, 8000);
    await second.tell(received(8000));
    expect(await wallet(customer)).toBe(3000);
    expect(await owed()).toBe(0);
    const answer = await fetch(`${shop.url}/lab/mails?to=${customer.email}`);
    const sent = (await answer.json()) as { text: string }[];
    const mails = sent.map(({ text }) => text).join("\n");
    expect(mails).toContain("Earlier refund settled: -$10.00");
    expect(mails).toContain("Earlier refund settled: -$50.00");
    expect(mails.match(/Earlier refund/g)).toHaveLength(2);
  });
});
