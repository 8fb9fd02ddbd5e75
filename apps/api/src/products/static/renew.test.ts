import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { withStatics } from "./renew-testing.ts";
import { take } from "./testing.ts";

const shop = forTests(startShop);

const DAY = 86_400_000;
const has = (who: Customer) => bucketsOf(shop.services, who.id);
const until = (at: string, days: number) => new Date(Date.parse(at) + days * DAY).toISOString();
const subjects = async ({ email }: Customer) =>
  (await mailsTo(shop, email)).map(({ subject }) => subject);
const listed = async (who: Customer) => (await who.get("staticUseList", { sort: "ip" })).items;

it(`${calls.staticRenewal.path} and ${calls.staticMoreInfo.path} (spec/static#renewal) return the cost: credits of these days first, those that end first`, async () => {
  const { customer, ids, items } = await withStatics(shop, { num: 3, credits: 1, cents: 1_000 });
  for (const call of ["staticRenewal", "staticMoreInfo"] as const) {
    expect(await customer.get(call, { ids: ids.join(), days: 30 })).toMatchObject({
      days: 30,
      creditsUsed: 1,
      walletCents: 1_000,
      outsideCents: 1_500,
      affordable: true,
    });
  }
  const other = await customer.get("staticRenewal", { ids: ids[0], days: 90 });
  expect(other).toEqual({
    days: 90,
    creditsUsed: 0,
    walletCents: 1_350,
    outsideCents: 1_350,
    affordable: false,
    identityNeeded: false,
    items: [
      {
        id: ids[0],
        host: items[0]?.host,
        by: "wallet",
        expiresAt: items[0]?.expiresAt,
        renewedUntil: until(items[0]?.expiresAt ?? "", 90),
      },
    ],
  });
  // A quote costs nothing.
  expect(await has(customer)).toEqual({ "static30 main": 1, "wallet main": 1_000 });
});

describe(`${calls.renewalStatic.path} (spec/static#renewal)`, () => {
  it("renews one from its end on by a credit, and returns it", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 2, credits: 1, cents: 1_000 });
    await shop.advance(3_600);
    const fields = { id: ids[0], days: 30, method: "wallet" };
    const done = await customer.get("renewalStatic", fields);
    const expiresAt = until(items[0]?.expiresAt ?? "", 30);
    expect(done).toMatchObject({
      id: ids[0],
      host: items[0]?.host,
      account: items[0]?.account,
      expiresAt,
      startedAt: items[0]?.startedAt,
      renewed: 1,
      creditsUsed: 1,
      walletCents: 0,
      items: [{ id: ids[0], expiresAt }],
    });
    expect(done.order).toBeUndefined();
    expect(await has(customer)).toEqual({ "wallet main": 1_000 });
    expect((await listed(customer)).map((one) => one.expiresAt)).toEqual(
      expect.arrayContaining([items[1]?.expiresAt, expiresAt]),
    );
    const { items: events } = await customer.get("staticHistory", {});
    expect(events[0]).toMatchObject({ action: "renewed", days: 30, ip: items[0]?.host });
    const { items: statement } = await customer.get("ledger", { asset: "static30" });
    expect(statement[0]).toMatchObject({ kind: "staticRenewed", amount: -1 });
  });

  it("buys what is missing from the wallet, as a renewal, for other periods too", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 1, credits: 1, cents: 1_350 });
    const fields = { id: ids[0], days: 90, method: "wallet" };
    const done = await customer.get("renewalStatic", fields);
    expect(done).toMatchObject({
      validDays: 90,
      expiresAt: until(items[0]?.expiresAt ?? "", 90),
      creditsUsed: 0,
      walletCents: 1_350,
      order: { sku: "static-90", quantity: 1, amountCents: 1_350, renewal: true, status: "paid" },
    });
    expect(await has(customer)).toEqual({ "static30 main": 1 });
    expect((await customer.get("orderList")).items[0]).toMatchObject({ renewal: true });
    expect(await subjects(customer)).toContain(`Your order ${done.order?.orderNo}`);
  });

  it("402 insufficientBalance: nothing is renewed, ordered, mailed or charged", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 3, credits: 1, cents: 999 });
    const before = await subjects(customer);
    const fields = { ids: ids.join(), days: 30, method: "wallet" };
    const answer = await customer.ask("renewalStaticMany", fields);
    expect(answer).toMatchObject({
      code: 402,
      refused: { reason: "insufficientBalance", short: "wallet" },
    });
    expect(await has(customer)).toEqual({ "static30 main": 1, "wallet main": 999 });
    expect((await listed(customer)).map((one) => one.expiresAt)).toEqual(
      items.map((one) => one.expiresAt),
    );
    expect((await customer.get("orderList")).total).toBe(0);
    expect(await subjects(customer)).toEqual(before);
    const { items: events } = await customer.get("staticHistory", {});
    expect(new Set(events.map(({ action }) => action))).toEqual(new Set(["taken"]));
  });

  it("renews once per requestId, however many calls run in parallel", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 1, credits: 5 });
    const fields = { id: ids[0], days: 30, method: "wallet", requestId: "renewal-once-1" };
    const all = await Promise.all(
      Array.from({ length: 8 }, () => customer.ask("renewalStatic", fields)),
    );
    expect(new Set(all.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    expect(all[0]?.data.expiresAt).toBe(until(items[0]?.expiresAt ?? "", 30));
    expect(await has(customer)).toEqual({ "static30 main": 4 });
  });

  it("adds up parallel renewals without a requestId", async () => {
    const { customer, ids, items } = await withStatics(shop, { num: 1, credits: 2, cents: 500 });
    const fields = { id: ids[0], days: 30, method: "wallet" };
    const all = await Promise.all(
      Array.from({ length: 6 }, () => customer.ask("renewalStatic", fields)),
    );
    expect(all.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 402, 402, 402]);
    expect((await listed(customer))[0]?.expiresAt).toBe(until(items[0]?.expiresAt ?? "", 90));
    expect(await has(customer)).toEqual({});
  });
});

describe(`${calls.renewalStaticMany.path} and ${calls.staticMoreRenewal.path}: all or none`, () => {
  it.each(["renewalStaticMany", "staticMoreRenewal"] as const)("%s", async (call) => {
    const { customer, ids, items } = await withStatics(shop, { num: 3, credits: 2, cents: 500 });
    const used = await operatorHas(shop.services, "static30", "used");
    const done = await customer.get(call, {
      ids: [...ids, ids[0]].join(),
      days: 30,
      method: "wallet",
    });
    expect(done).toMatchObject({ renewed: 3, creditsUsed: 2, walletCents: 500 });
    expect(done.items.map((one) => one.expiresAt)).toEqual(
      items.map((one) => until(one.expiresAt, 30)),
    );
    expect(done.order).toMatchObject({ quantity: 1, renewal: true });
    expect(await has(customer)).toEqual({});
    expect((await operatorHas(shop.services, "static30", "used")) - used).toBe(3);
  });

  it("moreRenewal uses the wallet by default", async () => {
    const { customer, ids } = await withStatics(shop, { num: 1, credits: 1 });
    const done = await customer.get("staticMoreRenewal", { ids: ids[0], days: 30 });
    expect(done).toMatchObject({ renewed: 1, creditsUsed: 1 });
  });

  it("the tier of the bought quantity sets the price for all of it (spec/money#prices)", async () => {
    const { customer, ids } = await withStatics(shop, { num: 55, credits: 5, cents: 50 * 450 });
    const fields = { ids: ids.join(), days: 30, method: "wallet" };
    const done = await customer.get("renewalStaticMany", fields);
    expect(done).toMatchObject({ renewed: 55, creditsUsed: 5, walletCents: 50 * 450 });
    expect(await has(customer)).toEqual({});
  });

  it("404 for one foreign, unknown, deleted or short-term id, and none is renewed", async () => {
    const { customer, ids } = await withStatics(shop, { num: 2, credits: 9 });
    const other = await withStatics(shop, { num: 1, credits: 9 });
    await give(shop.services, customer.id, { asset: "short7", amount: 1 });
    const short = await customer.get("shortExtract", { country: "US", num: 1, days: 7 });
    const gone = (await take(customer)).map(({ id }) => id);
    await customer.get("staticDel", { ids: gone.join(), confirm: 1 });
    const before = await has(customer);
    const bad = [other.ids[0], crypto.randomUUID(), "nothing", short.items[0]?.id, gone[0]];
    for (const id of bad) {
      const fields = { ids: [...ids, id].join(), days: 30, method: "wallet" };
      for (const call of ["renewalStaticMany", "staticRenewal", "staticMoreInfo"] as const) {
        const answer = await customer.ask(call, fields);
        expect([id, answer.code, answer.refused.reason]).toEqual([id, 404, "staticNotFound"]);
      }
    }
    expect(await has(customer)).toEqual(before);
    const { items: events } = await customer.get("staticHistory", {});
    expect(events.filter(({ action }) => action === "renewed")).toEqual([]);
  });

  it("a period that is no longer sold is 400 for its days, before 404 and 410 (spec/api#refusal-order)", async () => {
    const { customer, ids } = await withStatics(shop, { num: 1, cents: 5_000 });
    const sell = (isOnSale: boolean) =>
      sql`update product set on_sale = ${isOnSale} where sku = 'static-90'`.execute(shop.db);
    await sell(false);
    const fields = { ids: crypto.randomUUID(), days: 90, method: "wallet" };
    for (const call of ["renewalStaticMany", "staticMoreRenewal", "staticRenewal"] as const) {
      const answer = await customer.ask(call, fields);
      expect(answer).toMatchObject({ code: 400, refused: { reason: "unknownSku", field: "days" } });
    }
    const one = await customer.ask("renewalStatic", { id: ids[0], days: 90, method: "card" });
    expect(one).toMatchObject({ code: 400, refused: { reason: "unknownSku", field: "days" } });
    // It can be renewed with credits only.
    await give(shop.services, customer.id, { asset: "static90", amount: 1 });
    expect((await customer.ask("renewalStaticMany", fields)).code).toBe(404);
    const done = await customer.get("renewalStaticMany", { ...fields, ids: ids[0] });
    expect(done).toMatchObject({ renewed: 1, creditsUsed: 1 });
    await sell(true);
  });

  it.each([
    [{ days: 3 }, "badDays"],
    [{ ids: "" }, "selectRow"],
    [{ method: "coupon" }, "badMethod"],
  ])("400 for %j", async (but, reason) => {
    const { customer, ids } = await withStatics(shop, { num: 1 });
    const fields = { ids: ids[0], days: 30, method: "wallet", ...but };
    const answer = await customer.ask("renewalStaticMany", fields);
    expect(answer).toMatchObject({ code: 400, refused: { reason } });
  });
});

it("Expired IPs may be renewed for 24 h from the old end, then 410 (spec/static#renewal); one IP that is too late blocks its entire batch", async () => {
  const { customer, ids, items } = await withStatics(shop, { num: 2, credits: 4 });
  const first = { id: ids[0], days: 7, method: "wallet" };
  await give(shop.services, customer.id, { asset: "static7", amount: 3 });
  await shop.advance(30 * 86_400 + 3_600);
  expect(await listed(customer)).toMatchObject([{ expired: true }, { expired: true }]);
  const done = await customer.get("renewalStatic", first);
  expect(done).toMatchObject({
    expired: false,
    expiresAt: until(items[0]?.expiresAt ?? "", 7),
    validDays: 7,
  });
  await shop.advance(23 * 3_600);
  for (const asked of [ids[1], ids.join()]) {
    const answer = await customer.ask("renewalStaticMany", {
      ids: asked,
      days: 7,
      method: "wallet",
    });
    expect(answer).toMatchObject({ code: 410, refused: { reason: "renewalTooLate" } });
    const quote = await customer.ask("staticRenewal", { ids: asked, days: 7 });
    expect(quote).toMatchObject({ code: 410, refused: { reason: "renewalTooLate" } });
  }
  expect(await has(customer)).toEqual({ "static30 main": 4, "static7 main": 2 });
});

it("Affiliates earn 5 % of renewals and 10 % of purchases (spec/affiliate#profit) of the amount that the wallet paid", async () => {
  const inviter = await shop.customer();
  const { inviteCode } = await inviter.get("member");
  const friend = await shop.customer({ inviteCode, cents: 10_000 });
  const items = await take(friend, { pay: "wallet", num: 2 });
  const ids = items.map(({ id }) => id).join();
  await friend.get("renewalStaticMany", { ids, days: 30, method: "wallet" });
  const { items: profits } = await inviter.get("profitList");
  const seen = profits.map(({ orderAmountCents, profitCents }) => [orderAmountCents, profitCents]);
  expect(seen).toEqual([
    [1_000, 50],
    [1_000, 100],
  ]);
});

it("After all of this the accounting is consistent (L13)", () => assertAccounting(shop.services));
