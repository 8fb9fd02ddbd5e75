/** Renewals paid by card or crypto take effect when the payment arrives. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { bucketsOf } from "../../ledger/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { withStatics } from "./renew-testing.ts";

const shop = forTests(startShop);

const DAY = 86_400_000;
const has = (who: Customer) => bucketsOf(shop.services, who.id);
const until = (at: string, days: number) => new Date(Date.parse(at) + days * DAY).toISOString();
const ends = async (who: Customer) => {
  const { items } = await who.get("staticUseList", {});
  return new Map(items.map(({ id, expiresAt }) => [id, expiresAt]));
};

/** Orders a renewal of two static IPs by card, not yet paid. */
async function ordered(fields: { method?: "card" | "crypto"; days?: number } = {}) {
  const set = await withStatics(shop, { num: 2, credits: 5, cents: 300 });
  const question = { ids: set.ids.join(), days: 30, method: "card", ...fields };
  const done = await set.customer.get("renewalStaticMany", question);
  return { ...set, done, payUrl: done.payUrl ?? "", orderNo: done.order?.orderNo ?? "" };
}
const status = async (who: Customer) => (await who.get("orderList")).items[0]?.status;

describe("Card and crypto pay the full price (spec/static#renewal)", () => {
  it.each([
    ["card", 30, 1_000],
    ["crypto", 90, 2_700],
  ] as const)("%s: nothing is renewed before the payment arrives", async (method, days, cents) => {
    const { customer, ids, items, done, payUrl } = await ordered({ method, days });
    expect(done).toMatchObject({
      renewed: 0,
      creditsUsed: 0,
      walletCents: 0,
      order: { status: "pending", quantity: 2, amountCents: cents, renewal: true, method },
      paymentId: expect.any(String),
      items: items.map(({ id, expiresAt }) => ({ id, expiresAt })),
    });
    const before = { "static30 main": 5, "wallet main": 300 };
    expect(await has(customer)).toEqual(before);
    expect(await shop.complete(payUrl, "paid")).toBe("paid");
    // The webhook is delivered again, three times at once.
    await Promise.all(["paid", "paid", "paid"].map((again) => shop.complete(payUrl, again)));
    const now = await ends(customer);
    for (const { id, expiresAt } of items) expect(now.get(id)).toBe(until(expiresAt, days));
    expect(await has(customer)).toEqual(before);
    const { items: events } = await customer.get("staticHistory", {});
    const renewed = events.filter(({ action }) => action === "renewed");
    expect(renewed.map(({ days: period }) => period)).toEqual([days, days]);
    expect(ids).toHaveLength(2);
  });

  it("one IP is renewed after the payment; until then its fields are returned unchanged", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 1 });
    const fields = { id: ids[0], days: 7, method: "crypto" };
    const done = await customer.get("renewalStatic", fields);
    expect(done).toMatchObject({ id: ids[0], expiresAt: items[0]?.expiresAt, renewed: 0 });
    await shop.complete(done.payUrl ?? "", "paid");
    expect((await ends(customer)).get(ids[0] ?? "")).toBe(until(items[0]?.expiresAt ?? "", 7));
    expect(await has(customer)).toEqual({});
  });

  it.each([
    ["failed", "failed", 300],
    ["partial", "pending", 300],
  ])("outcome %s: nothing is renewed", async (outcome, order, walletCents) => {
    const { customer, items, payUrl } = await ordered();
    await shop.complete(payUrl, outcome);
    expect(await status(customer)).toBe(order);
    expect([...(await ends(customer)).values()].toSorted()).toEqual(
      items.map(({ expiresAt }) => expiresAt).toSorted(),
    );
    expect(await has(customer)).toEqual({ "static30 main": 5, "wallet main": walletCents });
  });

  it.each([
    ["late", 300],
    ["over", 300],
  ])("outcome %s: renewed once, and a surplus is not credited", async (outcome, cents) => {
    const { customer, items, payUrl } = await ordered();
    await shop.complete(payUrl, outcome);
    const now = await ends(customer);
    for (const { id, expiresAt } of items) expect(now.get(id)).toBe(until(expiresAt, 30));
    expect(await has(customer)).toEqual({ "static30 main": 5, "wallet main": cents });
  });

  it("a price of zero renews at once", async () => {
    const free = (micros: number) =>
      sql`update price_tier set unit_micros = ${micros} where sku = 'static-7' and from_qty = 1`.execute(
        shop.db,
      );
    const { customer, ids, items } = await withStatics(shop, { num: 1 });
    await free(0);
    const fields = { id: ids[0], days: 7, method: "card" };
    const done = await customer.get("renewalStatic", fields);
    await free(2_500_000);
    expect(done).toMatchObject({ renewed: 1, order: { status: "paid", amountCents: 0 } });
    expect(done.expiresAt).toBe(until(items[0]?.expiresAt ?? "", 7));
    expect(await has(customer)).toEqual({});
  });

  it("an IP that ended less than 24 h before the payment is renewed from its old end", async () => {
    const { customer, items, payUrl } = await ordered();
    await shop.advance(30 * 86_400 + 80_000);
    await shop.complete(payUrl, "late");
    const now = await ends(customer);
    for (const { id, expiresAt } of items) expect(now.get(id)).toBe(until(expiresAt, 30));
  });

  it("the credits remain for an IP that was deleted or is past its 24 h by then", async () => {
    const { customer, ids, items, payUrl } = await ordered();
    await customer.get("staticDel", { ids: ids[0], confirm: 1 });
    await shop.complete(payUrl, "paid");
    expect((await ends(customer)).get(ids[1] ?? "")).toBe(until(items[1]?.expiresAt ?? "", 30));
    expect(await has(customer)).toEqual({ "static30 main": 6, "wallet main": 300 });

    const late = await ordered();
    await shop.advance(31 * 86_400 + 60);
    await shop.complete(late.payUrl, "late");
    expect(await status(late.customer)).toBe("paid");
    expect(await has(late.customer)).toEqual({ "static30 main": 7, "wallet main": 300 });
    const { items: events } = await late.customer.get("staticHistory", {});
    expect(events.map(({ action }) => action)).not.toContain("renewed");
  });

  it("an IP that was renewed meanwhile is renewed once more, from its new end", async () => {
    const { customer, ids, items, payUrl } = await ordered();
    await customer.get("renewalStatic", { id: ids[0], days: 30, method: "wallet" });
    await shop.complete(payUrl, "paid");
    const now = await ends(customer);
    expect(now.get(ids[0] ?? "")).toBe(until(items[0]?.expiresAt ?? "", 60));
    expect(now.get(ids[1] ?? "")).toBe(until(items[1]?.expiresAt ?? "", 30));
    expect(await has(customer)).toEqual({ "static30 main": 4, "wallet main": 300 });
  });

  it("parallel renewals by card and wallet all count, without a deadlock", async () => {
    const { customer, ids, items, payUrl } = await ordered();
    const byWallet = () =>
      customer.ask("renewalStaticMany", { ids: ids.join(), days: 30, method: "wallet" });
    const done = await Promise.all([byWallet(), shop.complete(payUrl, "paid"), byWallet()]);
    expect([done[0].code, done[1], done[2].code]).toEqual([0, "paid", 0]);
    const now = await ends(customer);
    for (const { id, expiresAt } of items) expect(now.get(id)).toBe(until(expiresAt, 90));
    expect(await has(customer)).toEqual({ "static30 main": 1, "wallet main": 300 });
  });
});

it("The refund of a renewal paid by card takes back as many credits as remain of these days; renewed IPs stay renewed", async () => {
  const { customer, payUrl, items } = await ordered();
  await shop.complete(payUrl, "paid");
  await shop.refund(payUrl);
  const now = await ends(customer);
  for (const { id, expiresAt } of items) expect(now.get(id)).toBe(until(expiresAt, 30));
  expect(await has(customer)).toEqual({ "static30 main": 3, "wallet main": 300 });
});

it("After all of this the accounting is consistent (L13)", () => assertAccounting(shop.services));
