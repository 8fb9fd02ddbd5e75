/** Attempts to get money out after a charge-back; each leaves attackers no more than they paid. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { decideWithdrawal } from "../affiliate/decide-withdrawal.ts";
import { DAY_SECONDS, figuresOf, pair } from "../affiliate/testing.ts";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { refundOf } from "../refund/testing.ts";
import { inCrypto } from "../affiliate/testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

async function recharged(customer: Customer, amountCents: number) {
  const { payUrl } = await customer.get("recharge", { amountCents, method: "card" });
  await shop.complete(payUrl, "paid");
  const dispute = async (fields: Record<string, string> = {}) => {
    const address = `${shop.url}${new URL(payUrl).pathname}/dispute`;
    await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  };
  return { payUrl, dispute };
}
const buy = (customer: Customer, quantity: number, couponId?: string) =>
  customer.get("placeOrder", { sku: "traffic-standard", quantity, method: "wallet", couponId });

describe("After a charge-back", () => {
  it("the inviter loses the profit even if the buyer closed the account before", async () => {
    const { inviter, friend } = await pair(shop);
    const { dispute } = await recharged(friend, 1_000_000);
    await buy(friend, 5_000);
    await closeCustomer(shop, friend);
    await dispute();
    await shop.advance(31 * DAY_SECONDS);
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, frozenCents: 0 });
    await dispute({ outcome: "won" });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 95_000 });
  });

  it("a withdrawal requested earlier pays the debt when it is rejected", async () => {
    const { inviter, friend } = await pair(shop);
    const { dispute } = await recharged(friend, 1_000_000);
    await buy(friend, 5_000);
    await shop.advance(31 * DAY_SECONDS);
    const { withdrawal } = await inviter.get("getProfit", { ...inCrypto, amountCents: 95_000 });
    await dispute();
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: -95_000 });
    await decideWithdrawal(shop.services, { id: withdrawal.id, status: "rejected", reason: "no" });
    expect(await figuresOf(inviter)).toMatchObject({ withdrawableCents: 0, pendingCents: 0 });
  });

  it.runIf(isFull)(
    "many invited accounts, discounts and odd cents leave the inviter no profit",
    async () => {
      const inviter = await shop.customer({ lasting: true });
      const { inviteCode } = await inviter.get("shareInfo");
      for (let ring = 0; ring < 3; ring++) {
        const friend = await shop.customer({ inviteCode, lasting: true });
        const gift = { kind: "discount", percent: 33, minCents: 0 } as const;
        const input = { accountId: friend.id, days: 9, gift };
        const coupon = await transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
        const { dispute } = await recharged(friend, 50_001 + ring);
        await buy(friend, 7, coupon);
        for (let order = 0; order < 6; order++) await buy(friend, 7 + order);
        for (const part of ["3333", "3333", "1"]) await dispute({ dispute: part, cents: part });
        await dispute({ dispute: "rest" });
      }
      expect(await figuresOf(inviter)).toMatchObject({ transactionCents: 0, frozenCents: 0 });
    },
  );

  it("refunds before and after it, in parts and repeated, leave no money and no profit", async () => {
    const { inviter, friend } = await pair(shop);
    const { payUrl, dispute } = await recharged(friend, 100_000);
    const first = await buy(friend, 100);
    const second = await buy(friend, 100);
    await refundOf(shop, first.order.orderNo, 5_000);
    await dispute({ cents: "60000" });
    await refundOf(shop, first.order.orderNo, 5_000);
    await shop.refund(payUrl);
    await refundOf(shop, second.order.orderNo);
    await dispute({ dispute: "again" });
    const { walletCents } = await friend.get("member");
    expect(walletCents).toBe(0);
    expect(await figuresOf(inviter)).toMatchObject({ frozenCents: 0, transactionCents: 0 });
    expect((await inviter.ask("getProfit", { amountCents: 1, target: "balance" })).code).toBe(402);
  });
});
