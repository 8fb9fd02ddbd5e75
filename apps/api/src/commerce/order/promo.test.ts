/** Promo codes through the calls that customers make (spec/money#promo-codes, B8). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { sized } from "@turnpike/net/testing/full.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { perform } from "../../across/operator/acts/act.ts";
import { addProduct } from "../../across/operator/acts/products.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { drivenPayment, refundOf, settled } from "../refund/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { commandLine } from "../../platform/audit/audit.ts";

const shop = forTests(startShop);

/** A customer whose session outlives the days that tests let pass. */
const lasting = () => shop.customer({ lasting: true });
const rich = () => shop.customer({ cents: 1_000_000, lasting: true });
async function add(code: string, ...options: string[]) {
  const {
    code: exit,
    error,
    said,
  } = await operateJson(shop.services, "promo", "add", code, ...options);
  if (exit !== 0) throw new Error(error);
  return said;
}
const percent = (code: string, ...options: string[]) => add(code, "--percent", "20", ...options);
const traffic = (promoCode: string, method = "wallet") => ({
  sku: "traffic-standard",
  quantity: 10,
  method,
  promoCode,
});
const listed = async (code: string) => {
  const { said } = await operateJson(shop.services, "promo", "list");
  return said.find((one: { code: string }) => one.code === code);
};
const today = (ms = 0) => new Date(shop.services.world.now() + ms).toISOString().slice(0, 10);
const DAY = 86_400_000;
const reasonOf = async (asked: Promise<{ code: number; refused: { reason: string } }>) => {
  const { code, refused } = await asked;
  return [code, refused.reason];
};

describe("A promo code (spec/money#promo-codes)", () => {
  it("lowers an order's price once per account, in any case, and a quote shows it", async () => {
    await percent("Spring-26");
    const buyer = await rich();
    const { sku, quantity, promoCode } = traffic("sPRING-26 ");
    const quote = await buyer.get("quote", { sku, quantity, promoCode });
    expect(quote).toMatchObject({ listCents: 3_000, discountCents: 600, totalCents: 2_400 });
    const { order } = await buyer.get("placeOrder", traffic("spring-26"));
    expect(order.amountCents).toBe(2_400);
    expect(await reasonOf(buyer.ask("placeOrder", traffic("SPRING-26")))).toEqual([
      410,
      "promoOver",
    ]);
    const row = { uses: 1, claims: 1, revenueCents: 2_400, givenCents: 600, perAccount: 1 };
    expect(await listed("SPRING-26")).toMatchObject(row);
    const coupons = await buyer.get("coupons", { status: "used" });
    expect(coupons.items).toMatchObject([{ kind: "discount", percent: 20 }]);
  });

  it("below 100 % leaves a cent of what costs one, which the books' check knows", async () => {
    const sizes = { min: 1, max: 9, step: 1, sort: 1, tiers: [{ fromQty: 1, unitMicros: 10_000 }] };
    const file = { sku: "a-cent", kind: "traffic", name: { en: "A cent" }, unit: "GB", ...sizes };
    await perform(shop.services, addProduct, { actor: commandLine, input: { file } });
    await add("NEARLY", "--percent", "99", "--per-account", "9");
    const buyer = await rich();
    for (const quantity of [1, 9]) {
      const asked = { sku: "a-cent", quantity, method: "wallet", promoCode: "NEARLY" };
      expect((await buyer.get("placeOrder", asked)).order.amountCents).toBe(1);
    }
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("can be taken into the account before it is used; taking twice is one coupon", async () => {
    await percent("TAKEN", "--to", today(), "--min-cents", "2000");
    const buyer = await rich();
    const taken = await buyer.get("promo", { code: "taken" });
    const end = `${today(DAY)}T00:00:00.000Z`;
    expect(taken).toMatchObject({ kind: "discount", percent: 20, minCents: 2_000, expiresAt: end });
    expect(await buyer.get("promo", { code: "TAKEN" })).toEqual(taken);
    expect((await buyer.get("coupons", {})).items.map(({ id }) => id)).toEqual([taken.couponId]);
    const { couponId } = taken;
    const small = { sku: "traffic-standard", quantity: 1, method: "wallet" };
    expect((await buyer.ask("placeOrder", { ...small, couponId })).code).toBe(409);
    expect(await reasonOf(buyer.ask("placeOrder", { ...small, promoCode: "TAKEN" }))).toEqual([
      409,
      "promoNotApplicable",
    ]);
    const { order } = await buyer.get("placeOrder", { ...small, quantity: 10, couponId });
    expect(order.amountCents).toBe(2_400);
    expect(await reasonOf(buyer.ask("promo", { code: "TAKEN" }))).toEqual([410, "promoOver"]);
  });

  it("that is a gift gives its product", async () => {
    await add("GIFT", "--gift", "traffic-standard:5", "--new-only");
    const buyer = await shop.customer();
    const taken = await buyer.get("promo", { code: "gift" });
    expect(taken).toMatchObject({ kind: "gift", giftSku: "traffic-standard", giftAmount: 5 });
    expect(await reasonOf(buyer.ask("placeOrder", traffic("GIFT")))).toEqual([
      409,
      "promoNotApplicable",
    ]);
    const { order } = await buyer.get("placeOrder", { method: "coupon", promoCode: "GIFT" });
    expect(order).toMatchObject({ amountCents: 0, quantity: 5 });
    expect(await reasonOf(buyer.ask("promo", { code: "GIFT" }))).toEqual([410, "promoOver"]);
  });

  it("is for some products only, or for new customers only", async () => {
    await percent("ONLY-IP", "--skus", "ip-standard,ip-enterprise");
    await percent("NEW", "--new-only", "--per-account", "9");
    const buyer = await rich();
    const no = [409, "promoNotApplicable"];
    expect(await reasonOf(buyer.ask("placeOrder", traffic("ONLY-IP")))).toEqual(no);
    const pay = { amountCents: 1_000, method: "card", promoCode: "ONLY-IP" };
    expect(await reasonOf(buyer.ask("recharge", pay))).toEqual(no);
    const { couponId } = await buyer.get("promo", { code: "ONLY-IP" });
    const { promoCode: _promoCode, ...plain } = traffic("");
    expect(await reasonOf(buyer.ask("placeOrder", { ...plain, couponId }))).toEqual(no);
    await buyer.get("placeOrder", traffic("NEW"));
    expect(await reasonOf(buyer.ask("placeOrder", traffic("NEW")))).toEqual(no);
    expect(await reasonOf(buyer.ask("promo", { code: "NEW" }))).toEqual(no);
    const both = { ...traffic("NEW"), couponId };
    expect((await buyer.ask("placeOrder", both)).refused).toMatchObject({ field: "promoCode" });
  });

  it("holds from its first day to its last, and while it is on", async () => {
    await percent("DAYS", "--from", today(DAY), "--to", today(DAY));
    const buyer = await rich();
    const ask = () => reasonOf(buyer.ask("promo", { code: "DAYS" }));
    expect(await ask()).toEqual([409, "promoNotApplicable"]);
    await shop.pass(86_400);
    const { couponId } = await buyer.get("promo", { code: "DAYS" });
    const off = await operate(shop.services, "promo", "off", "days");
    expect(off).toMatchObject({ code: 0, out: "DAYS is off." });
    const { promoCode: _promoCode, ...plain } = traffic("");
    const over = [410, "promoOver"];
    expect(await reasonOf(buyer.ask("placeOrder", { ...plain, couponId }))).toEqual(over);
    expect(await ask()).toEqual(over);
    await operate(shop.services, "promo", "on", "DAYS");
    expect(await reasonOf(buyer.ask("promo", { code: "DAYS" }))).toEqual([0, undefined]);
    await shop.pass(86_400);
    expect(await ask()).toEqual(over);
    expect((await listed("DAYS")).to).toBe(today(-DAY));
  });

  it("lowers the price of an unlimited plan", async () => {
    await percent("PLANS");
    const buyer = await rich();
    const plan = { kind: "port", region: "europe", quantity: 1, days: 30, method: "wallet" };
    const { order } = await buyer.get("orderUnlimit", { ...plan, promoCode: "PLANS" });
    expect((await listed("PLANS")).revenueCents).toBe(order.amountCents);
  });
});

describe("The uses of a promo code", () => {
  it("are exact: of 50 buyers at once, one gets the last use", async () => {
    await percent("LAST", "--max", "3");
    const [first, second] = [await rich(), await rich()];
    for (const buyer of [first, second]) await buyer.get("placeOrder", traffic("LAST"));
    const buyers = await Promise.all(Array.from({ length: sized(12, 50) }, rich));
    const answers = await Promise.all(
      buyers.map((buyer) => buyer.ask("placeOrder", traffic("LAST"))),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const lost = answers.filter(({ code }) => code !== 0);
    expect(lost.every(({ refused }) => refused.reason === "promoOver")).toBe(true);
    expect(await listed("LAST")).toMatchObject({ uses: 3, max: 3, revenueCents: 7_200 });
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  }, 60_000);

  it("of one account are exact too, at once by code and by coupon", async () => {
    await percent("TWICE", "--per-account", "2");
    const buyer = await rich();
    const { couponId } = await buyer.get("promo", { code: "TWICE" });
    const { promoCode: _promoCode, ...plain } = traffic("");
    const asks = Array.from({ length: 12 }, (_, n) =>
      buyer.ask("placeOrder", n % 3 === 0 ? { ...plain, couponId } : traffic("TWICE")),
    );
    const codes = (await Promise.all(asks)).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(2);
    expect((await listed("TWICE")).uses).toBe(2);
  });

  it("come back from an order that fails; late money without a use left is for the wallet", async () => {
    await percent("BACK", "--max", "1");
    const [buyer, other] = [await rich(), await rich()];
    const { payUrl = "" } = await buyer.get("placeOrder", traffic("BACK", "card"));
    expect(await reasonOf(other.ask("placeOrder", traffic("BACK")))).toEqual([410, "promoOver"]);
    await shop.complete(payUrl, "failed");
    expect((await listed("BACK")).uses).toBe(0);
    await other.get("placeOrder", traffic("BACK"));
    const before = (await buyer.get("member")).walletCents;
    await shop.complete(payUrl, "late");
    expect((await buyer.get("member")).walletCents).toBe(before + 2_400);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("survive a refund, which pays back what the order cost", async () => {
    await percent("REFUND", "--max", "1");
    const buyer = await rich();
    const { order } = await buyer.get("placeOrder", traffic("REFUND"));
    await refundOf(shop, order.orderNo, 1_000);
    expect((await listed("REFUND")).revenueCents).toBe(1_400);
    await refundOf(shop, order.orderNo);
    expect((await buyer.get("member")).walletCents).toBe(1_000_000);
    expect(await listed("REFUND")).toMatchObject({ uses: 1, revenueCents: 0 });
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });
});

describe("A promo code on a recharge", () => {
  const pay = (promoCode: string, amountCents = 10_000) => ({
    amountCents,
    method: "card",
    promoCode,
  });

  it("is a bonus, for the part that arrives too", async () => {
    await percent("BONUS", "--per-account", "2");
    const buyer = await shop.customer();
    const { payUrl, paymentId } = await buyer.get("recharge", pay("bonus"));
    expect(await buyer.get("payment", { paymentId })).toMatchObject({ bonusCents: 2_000 });
    await shop.complete(payUrl, "paid");
    expect((await buyer.get("member")).walletCents).toBe(12_000);
    const part = await buyer.get("recharge", pay("BONUS"));
    await drivenPayment(shop, part.paymentId).tell(settled(5_000));
    const { receivedCents, bonusCents } = await buyer.get("payment", part);
    expect(bonusCents).toBe(Math.round(receivedCents * 0.2));
    expect(await listed("BONUS")).toMatchObject({
      uses: 2,
      revenueCents: 10_000 + receivedCents,
      givenCents: 2_000 + bonusCents,
    });
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("is not taken where the bonus is as good without it", async () => {
    await add("FIVE", "--percent", "5");
    const buyer = await shop.customer();
    expect(await reasonOf(buyer.ask("recharge", pay("FIVE", 50_000)))).toEqual([
      409,
      "promoNotApplicable",
    ]);
    expect((await listed("FIVE")).claims).toBe(0);
  });

  it("comes back when nobody pays; late money has the bonus only while a use is left", async () => {
    await percent("LATE", "--max", "1");
    const [buyer, other] = [await lasting(), await rich()];
    const { payUrl } = await buyer.get("recharge", pay("LATE", 50_000));
    await shop.advance(86_401);
    expect((await listed("LATE")).uses).toBe(0);
    await other.get("placeOrder", traffic("LATE"));
    await shop.complete(payUrl, "late");
    expect((await buyer.get("member")).walletCents).toBe(52_500);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });
});
