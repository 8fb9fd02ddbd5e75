/** Percentages for new customers, as somebody tries to get several of them (spec/money#promo-codes). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, it } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";

const codes = ["NEW-1", "NEW-2", "NEW-3", "NEW-4", "NEW-5", "NEW-6"];
const shop = forTests(startShop);
beforeAll(async () => {
  const all = ["--percent", "20", "--new-only", "--per-account", "9"];
  for (const code of [...codes, "NEW-GIFT"]) {
    const gives = code === "NEW-GIFT" ? ["--gift", "traffic-standard:1", "--new-only"] : all;
    const { error } = await operateJson(shop.services, "promo", "add", code, ...gives);
    if (error) throw new Error(error);
  }
});
verifyAfterEach(shop);

const said = async (asked: Promise<{ code: number; refused: { reason: string } }>) => {
  const { code, refused } = await asked;
  return code === 0 ? "taken" : `${code} ${refused.reason}`;
};
const buy = (buyer: Customer, promoCode: string, method = "wallet") =>
  buyer.ask("placeOrder", { sku: "traffic-standard", quantity: 10, method, promoCode });
const no = "409 promoNotApplicable";

it("Of several codes at once, by code and by coupon, one is used", async () => {
  const buyer = await shop.customer({ cents: 1_000_000 });
  const coupons: string[] = [];
  for (const code of codes) coupons.push((await buyer.get("promo", { code })).couponId);
  const order = { sku: "traffic-standard", quantity: 10, method: "wallet" };
  const all = await Promise.all([
    ...codes.map((code) => said(buy(buyer, code))),
    ...coupons.map((couponId) => said(buyer.ask("placeOrder", { ...order, couponId }))),
  ]);
  expect(all.filter((one) => one === "taken")).toHaveLength(1);
});

it("Orders and recharges that wait for their payment hold one between them, and late money brings no second", async () => {
  const buyer = await shop.customer({ lasting: true });
  const first = (await buy(buyer, "NEW-1", "card")).data;
  expect(await said(buy(buyer, "NEW-1", "card"))).toBe(no);
  expect(await said(buy(buyer, "NEW-2", "card"))).toBe(no);
  const recharge = { amountCents: 1_000, method: "card", promoCode: "NEW-3" };
  expect(await said(buyer.ask("recharge", recharge))).toBe(no);
  // A gift is no purchase.
  expect(await said(buyer.ask("placeOrder", { method: "coupon", promoCode: "NEW-GIFT" }))).toBe(
    "taken",
  );
  await shop.advance(86_401);
  const second = (await buy(buyer, "NEW-2", "card")).data;
  expect(second.order.amountCents).toBe(2_400);
  // The first one's use is gone: its money goes to the wallet.
  await shop.complete(first.payUrl ?? "", "late");
  expect((await buyer.get("member")).walletCents).toBe(2_400);
  await shop.complete(second.payUrl ?? "", "paid");
  expect(await said(buy(buyer, "NEW-4"))).toBe(no);
});
