import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { refundOf, traffic } from "../../commerce/refund/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { autoRenew } from "../../products/static/auto-renew.ts";
import { take, withCredits } from "../../products/static/testing.ts";

const shop = forTests(startShop);

const always = { minutes: 0 };
/** Sets auto-renew of static IPs on. */
const auto = (who: Customer, ips: { id: string }[]) =>
  who.get("staticMoreAuto", { ids: ips.map(({ id }) => id).join(), enabled: 1 });
const discount = (accountId: string, days: number) =>
  transaction(shop.db, (tx) =>
    grantCoupon(shop.services, tx, {
      accountId,
      days,
      gift: { kind: "discount", percent: 15, minCents: 1000 },
    }),
  );
const priceOfOne = async (who: Customer, sku: string) =>
  (await who.get("quote", { sku, quantity: 1 })).totalCents;

describe("items that expire within 30 days", () => {
  it("are listed soonest first, with their auto-renew state and a link", async () => {
    const customer = await withCredits(shop, { credits: 2 });
    const [first, second] = await take(customer, { num: 2 });
    await auto(customer, first ? [first] : []);
    await discount(customer.id, 3);
    await discount(customer.id, 31);
    const { endings, endingsTotal } = await customer.get("forecast");
    expect(endingsTotal).toBe(3);
    expect(endings).toEqual([
      {
        kind: "coupon",
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: expect.stringContaining("15%"),
        endsAt: expect.stringMatching(/Z$/),
        autoRenew: null,
        to: "/cli/home",
      },
      expect.objectContaining({ kind: "static", to: "/cli/static-proxies" }),
      expect.objectContaining({ kind: "static" }),
    ]);
    const renews = new Map(endings.map(({ name, autoRenew }) => [name, autoRenew]));
    expect(renews.get(first?.host ?? "")).toBe(true);
    expect(renews.get(second?.host ?? "")).toBe(false);
    const { endings: german } = await customer.get("forecast", { lang: "de" });
    expect(german[0]?.name).not.toBe(endings[0]?.name);
    expect((await (await shop.customer()).get("forecast")).endings).toEqual([]);
  });

  it("are limited to ten, preferring those without auto-renew", async () => {
    const customer = await withCredits(shop, { credits: 12 });
    const ips = await take(customer, { num: 11 });
    await auto(customer, ips);
    // The last one to expire is the only one without automatic renewal.
    await shop.advance(60);
    const [last] = await take(customer);
    await discount(customer.id, 29);
    const { endings, endingsTotal } = await customer.get("forecast");
    expect([endings.length, endingsTotal]).toEqual([10, 13]);
    const lone = last?.host;
    expect(
      endings.filter(({ name, autoRenew }) => name === lone && autoRenew === false),
    ).toHaveLength(1);
    expect(endings.filter(({ kind }) => kind === "coupon")).toHaveLength(1);
    expect(endings.map(({ endsAt }) => endsAt).toSorted()).toEqual(
      endings.map(({ endsAt }) => endsAt),
    );
  });

  it("are no longer listed once they have expired or been released", async () => {
    const customer = await withCredits(shop, { credits: 1 });
    await customer.get("upTokenCache", always);
    const [ip] = await take(customer);
    await discount(customer.id, 1);
    await customer.get("staticDel", { ids: ip?.id ?? "", confirm: 1 });
    expect(await customer.get("forecast")).toMatchObject({ endingsTotal: 1 });
    await shop.advance(86_401);
    expect(await customer.get("forecast")).toMatchObject({ endings: [], endingsTotal: 0 });
  });
});

describe("the wallet forecast (spec/static#auto-renew: it takes the static balance first)", () => {
  it("shows what renewals cost beyond their credits, and the missing amount", async () => {
    const customer = await withCredits(shop, { credits: 4, cents: 100 });
    const ips = await take(customer, { num: 3 });
    expect((await customer.get("forecast")).wallet).toMatchObject({
      renewals: 0,
      renewalsCents: 0,
    });
    await auto(customer, ips);
    const price = await priceOfOne(customer, "static-30");
    // One credit is left for three renewals.
    expect((await customer.get("forecast")).wallet).toMatchObject({
      leftCents: 100,
      renewals: 3,
      renewalsCents: 2 * price,
      missingCents: 2 * price - 100,
    });
  });

  it("equals the amount that auto-renew then charges", async () => {
    const customer = await withCredits(shop, { credits: 2, cents: 10_000 });
    await customer.get("upTokenCache", always);
    const ips = await take(customer, { num: 2 });
    await auto(customer, ips);
    const { wallet } = await customer.get("forecast");
    const before = (await customer.get("headerInit")).walletCents;
    await shop.advance(29.5 * 86_400);
    await autoRenew(shop.services);
    const after = (await customer.get("headerInit")).walletCents;
    expect([wallet.renewalsCents > 0, before - after]).toEqual([true, wallet.renewalsCents]);
    expect((await customer.get("forecast")).wallet.perDayCents).toBe(0);
  });

  it("computes its rate only from orders paid by wallet", async () => {
    const customer = await shop.customer({ cents: 100_000, lasting: true });
    const buy = (method: string) =>
      customer.get("placeOrder", { sku: "traffic-standard", quantity: 1, method });
    const { order } = await buy("wallet");
    await shop.advance(86_400);
    await buy("wallet");
    const { payUrl } = await buy("card");
    await shop.complete(payUrl ?? "", "paid");
    const { wallet } = await customer.get("forecast");
    expect(wallet).toMatchObject({ leftCents: 100_000 - 2 * order.amountCents, fromDays: 1 });
    expect(wallet.perDayCents).toBeGreaterThan(order.amountCents * 0.99);
    expect(wallet.perDayCents).toBeLessThanOrEqual(2 * order.amountCents);
    expect(wallet.daysLeft).toBeGreaterThan(0);
  });

  it("ignores refunded orders and counts only the remainder of partly refunded ones", async () => {
    const customer = await shop.customer({ cents: 100_000, lasting: true });
    const buy = async (quantity: number) =>
      (await customer.get("placeOrder", traffic(quantity))).order;
    const whole = await buy(2);
    await shop.advance(86_400);
    const kept = await buy(1);
    await shop.advance(86_400);
    const part = await buy(3);
    // The total behind the rate: full days, and the elapsed part of today.
    const sums = async () => {
      const { fromDays, perDayCents } = (await customer.get("forecast")).wallet;
      const today = (shop.services.world.now() % 86_400_000) / 86_400_000;
      return Math.round(perDayCents * (fromDays + today));
    };
    const near = (cents: number) => [cents - 2, cents - 1, cents, cents + 1, cents + 2];
    expect(near(whole.amountCents + kept.amountCents + part.amountCents)).toContain(await sums());
    await refundOf(shop, part.orderNo, 100);
    const rest = part.amountCents - 100;
    expect(near(whole.amountCents + kept.amountCents + rest)).toContain(await sums());
    await refundOf(shop, kept.orderNo);
    expect(near(whole.amountCents + rest)).toContain(await sums());
    await refundOf(shop, part.orderNo);
    // A single order is not enough for a rate.
    expect((await customer.get("forecast")).wallet).toMatchObject({ perDayCents: 0, fromDays: 0 });
  });
});
