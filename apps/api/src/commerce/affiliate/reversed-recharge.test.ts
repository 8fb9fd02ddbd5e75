/** Profit of wallet orders whose recharge was charged back (spec/affiliate#reversed-recharges, F1). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { mailedCode } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { drivenPayment, refundOf } from "../refund/testing.ts";
import { DAY_SECONDS, figuresOf, pair, profitOf } from "./testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

/** A paid recharge; returns the URL to reverse it at and its payment id. */
async function recharge(customer: Customer, amountCents: number, method = "card") {
  const { payUrl, paymentId } = await customer.get("recharge", { amountCents, method });
  await shop.complete(payUrl, "paid");
  return { payUrl, paymentId };
}

/** Buys traffic from the wallet; returns the order. */
async function buy(customer: Customer, quantity: number) {
  const order = { sku: "traffic-standard", quantity, method: "wallet" };
  return (await customer.get("placeOrder", order)).order;
}

const withdraw = (inviter: Customer, amountCents: number) =>
  inviter.ask("getProfit", { amountCents, target: "balance" });

describe("A recharge of $10,000 that is charged back after wallet orders (F1)", () => {
  it("leaves the inviter nothing to withdraw, a day or 31 days later", async () => {
    for (const days of [1, 31]) {
      const { inviter, friend } = await pair(shop);
      const { payUrl } = await recharge(friend, 1_000_000);
      const first = await buy(friend, 2_500);
      const second = await buy(friend, 2_500);
      const spentCents = first.amountCents + second.amountCents;
      await shop.advance(days * DAY_SECONDS);
      expect(await shop.refund(payUrl)).toBe("refunded");
      await shop.advance(31 * DAY_SECONDS);
      const nothing = { transactionCents: 0, withdrawableCents: 0, frozenCents: 0 };
      expect(await figuresOf(inviter)).toMatchObject(nothing);
      expect(await profitOf(shop, inviter)).toEqual({});
      expect((await withdraw(inviter, 1)).code).toBe(402);
      expect(await inviter.get("profitList", { status: "deducted" })).toMatchObject({ total: 2 });
      const lines = (await inviter.get("ledger")).items.map(({ kind, amount }) => [kind, amount]);
      expect(lines[0]).toEqual(["profitDeducted", -spentCents / 10]);
    }
  });

  it("makes withdrawn profit negative, which the next profit pays off", async () => {
    const { inviter, friend } = await pair(shop);
    const { payUrl } = await recharge(friend, 1_000_000);
    const { amountCents } = await buy(friend, 5_000);
    await shop.advance(31 * DAY_SECONDS);
    const profitCents = amountCents / 10;
    expect((await withdraw(inviter, profitCents)).code).toBe(0);
    await shop.refund(payUrl);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: -profitCents });
    const order = { sku: "traffic-standard", quantity: 100, method: "crypto" };
    const next = await friend.get("placeOrder", order);
    await shop.complete(next.payUrl ?? "", "paid");
    const left = next.order.amountCents / 10 - profitCents;
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: left });
  });
});

it("Profit is deducted, too, if a recovery has removed the buyer's inviter since", async () => {
  const inviter = await shop.customer({ lasting: true });
  const { inviteCode } = await inviter.get("shareInfo");
  const friend = await shop.newcomer({ inviteCode });
  const { payUrl } = await recharge(friend, 100_000);
  await buy(friend, 300);
  expect(await figuresOf(inviter)).toMatchObject({ frozenCents: 6_600 });
  const { email } = friend;
  await shop.pass(61);
  await shop.ask("mailCode", { scene: "forgot", email });
  const code = await mailedCode(shop, email);
  expect((await shop.ask("repwd", { email, code, password: "Marzipan7!bridge" })).code).toBe(0);
  expect(await inviter.get("invitations")).toMatchObject({ total: 0 });
  await shop.refund(payUrl);
  expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 0, frozenCents: 0 });
});

describe("Recharges that pay for wallet orders", () => {
  it("are used oldest first; orders paid by other recharges keep their profit", async () => {
    const { inviter, friend } = await pair(shop);
    await recharge(friend, 30_000, "crypto");
    const stolen = await recharge(friend, 30_000);
    // 22,000 cents each: the second takes 8,000 of the first recharge and 14,000 of the stolen one.
    await buy(friend, 100);
    await buy(friend, 100);
    await shop.refund(stolen.payUrl);
    const { items } = await inviter.get("profitList");
    const profits = items.map(({ profitCents, status }) => [profitCents, status]);
    expect(profits).toEqual([
      [800, "frozen"],
      [2_200, "frozen"],
    ]);
    expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 30_000 });
  });

  it("get back what is refunded to the wallet for those orders", async () => {
    const { inviter, friend } = await pair(shop);
    const stolen = await recharge(friend, 30_000);
    await recharge(friend, 30_000, "crypto");
    const { orderNo } = await buy(friend, 100);
    await refundOf(shop, orderNo);
    await buy(friend, 100);
    await shop.refund(stolen.payUrl);
    expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 0, frozenCents: 0 });
  });

  it("lose their unspent rest first in partial refunds, then a share of each order", async () => {
    const { inviter, friend } = await pair(shop);
    const { paymentId } = await recharge(friend, 40_000);
    // 22,000 and 6,000 cents, so 12,000 are left.
    await buy(friend, 100);
    await buy(friend, 20);
    const profits = async () =>
      (await inviter.get("profitList")).items.map(({ profitCents }) => profitCents);
    await refundOf(shop, paymentId, 12_000);
    expect(await profits()).toEqual([600, 2_200]);
    // Half of the 28,000 that were spent.
    await drivenPayment(shop, paymentId).giveBack(14_000);
    expect(await profits()).toEqual([300, 1_100]);
    const shown = { transactionCents: 14_000, frozenCents: 1_400 };
    expect(await figuresOf(inviter)).toMatchObject(shown);
  });
});
