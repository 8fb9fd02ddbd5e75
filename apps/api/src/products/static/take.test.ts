import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { exitAt, leaveFree } from "../../inventory/exit/testing.ts";
import { take, withCredits } from "./testing.ts";

const shop = forTests(() => startShop({ STATIC_PORTS: "42024" }));

const place = { country: "US", city: "New York", days: 30 };
const free = async (country: string, city: string) => {
  const { session } = await shop.customer();
  const { data } = await shop.ask("staticList", { session, country, city });
  return data.items.reduce((all, { available }) => all + available, 0);
};
/** All mails to an account except the welcome mail. */
const receipts = async ({ email }: Customer) =>
  (await mailsTo(shop, email)).filter(({ subject }) => !subject.startsWith("Welcome"));
const inOrder = async () => expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });

describe("static/use: takes static IPs, credits first, and returns them as items[] (spec/static#taking)", () => {
  it("takes the requested number at the place for the days, each with its exit's IP address", async () => {
    const customer = await withCredits(shop, { credits: 5 });
    const before = await free("US", "newyork");
    const now = shop.services.world.now();
    const answer = await customer.get("staticUse", { ...place, num: 3 });
    expect(answer).toMatchObject({ creditsUsed: 3, walletCents: 0 });
    expect(answer.order).toBeUndefined();
    expect(answer.items).toHaveLength(3);
    for (const item of answer.items) {
      expect(item).toMatchObject({ country: "US", city: "newyork", cityName: "New York" });
      expect(item).toMatchObject({ validDays: 30, expired: false, autoRenew: false });
      // No gateway runs that could have opened a port.
      expect(item).toMatchObject({ port: 0, ports: [] });
      expect(item).toMatchObject({ remainingHours: 720, whitelist: [], remark: "" });
      const left = Date.parse(item.expiresAt) - now;
      expect(Math.abs(left - 30 * 86_400_000)).toBeLessThan(10_000);
      expect(await exitAt(shop.services, item.host)).toMatchObject({ taken_by: item.id });
    }
    expect(new Set(answer.items.map(({ host }) => host)).size).toBe(3);
    expect(await free("US", "newyork")).toBe(before - 3);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "static30 main": 2 });
    expect((await customer.get("staticHistory")).items).toMatchObject(
      answer.items.map(() => ({ action: "taken", days: 30 })),
    );
    const { items } = await customer.get("ledger");
    expect(items[0]).toMatchObject({ asset: "static30", amount: -3, kind: "staticTaken" });
    await inOrder();
  });

  it("sets the given account and password, or one random pair, for all IPs of a call", async () => {
    const customer = await withCredits(shop, { credits: 6 });
    const [one, two] = await take(customer, { num: 2 });
    expect(one?.account).toMatch(/^[0-9A-Za-z]{6,22}$/);
    expect(one?.password).toMatch(/^[0-9A-Za-z]{12}$/);
    expect([two?.account, two?.password]).toEqual([one?.account, one?.password]);
    const [other] = await take(customer);
    expect(other?.account).not.toBe(one?.account);
    expect(other?.password).not.toBe(one?.password);
    const [own] = await take(customer, { account: "MyOwn77", password: "secretOne" });
    expect(own).toMatchObject({ account: "MyOwn77", password: "secretOne" });
    // Names need not be unique: each IP has its own exit.
    const [half] = await take(customer, { account: "MyOwn77" });
    expect(half?.account).toBe("MyOwn77");
    expect(half?.password).toMatch(/^[0-9A-Za-z]{12}$/);
  });

  it("takes IPs anywhere in the country if no city is given, and finds a city by its token", async () => {
    const customer = await withCredits(shop, { credits: 6 });
    const items = await take(customer, { country: "ie", city: "", num: 5 });
    expect(new Set(items.map(({ country }) => country))).toEqual(new Set(["IE"]));
    const [one] = await take(customer, { country: "CA", city: "TORONTO" });
    expect(one).toMatchObject({ city: "toronto", cityName: "Toronto" });
  });

  it("uses only credits of the requested days", async () => {
    const customer = await withCredits(shop, { credits: 3, days: 7 });
    const refused = await customer.ask("staticUse", { ...place, num: 1 });
    expect([refused.code, refused.refused]).toEqual([
      402,
      { reason: "insufficientCredits", short: "static30" },
    ]);
    expect(await take(customer, { days: 7 })).toMatchObject([{ validDays: 7 }]);
  });

  it("staticShort/extract does the same with short-term credits and IPs", async () => {
    const customer = await shop.customer();
    await give(shop.services, customer.id, { asset: "short3", amount: 2 });
    const answer = await customer.get("shortExtract", { ...place, days: 3, num: 2 });
    expect(answer.items).toMatchObject([{ remainingHours: 72, validDays: 3 }, { validDays: 3 }]);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    expect((await customer.get("shortUsed")).total).toBe(2);
    expect((await customer.get("staticUseList")).total).toBe(0);
    const none = await customer.ask("shortExtract", { ...place, days: 1, num: 1 });
    expect(none.refused).toEqual({ reason: "insufficientCredits", short: "short1" });
    expect((await customer.ask("shortExtract", { ...place, days: 30, num: 1 })).refused).toEqual({
      reason: "badDays",
      field: "days",
    });
  });
});

describe("pay=wallet buys the missing credits (spec/static#taking)", () => {
  it("at the price of the missing quantity, in one order that earns its inviter 10 % (spec/affiliate#profit)", async () => {
    const inviter = await shop.customer();
    const { inviteCode } = await inviter.get("shareInfo");
    const customer = await shop.customer({ inviteCode });
    await give(shop.services, customer.id, { asset: "static30", amount: 1 });
    await shop.fund(customer.id, 1_200);
    const answer = await customer.get("staticUse", { ...place, num: 3, pay: "wallet" });
    expect(answer).toMatchObject({ creditsUsed: 1, walletCents: 1_000 });
    expect(answer.order).toMatchObject({
      sku: "static-30",
      quantity: 2,
      amountCents: 1_000,
      method: "wallet",
      status: "paid",
      renewal: false,
    });
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 200 });
    expect((await customer.get("orderList")).total).toBe(1);
    expect((await inviter.get("cancelInfo")).profitCents).toBe(100);
    expect(await receipts(customer)).toHaveLength(1);
    await inOrder();
  });

  it("charges the wallet nothing if credits cover everything", async () => {
    const customer = await withCredits(shop, { credits: 2, cents: 500 });
    const answer = await customer.get("staticUse", { ...place, num: 2, pay: "wallet" });
    expect(answer).toMatchObject({ creditsUsed: 2, walletCents: 0 });
    expect((await customer.get("orderList")).total).toBe(0);
  });
});

describe("A request that cannot be paid or supplied takes nothing (spec/static#taking)", () => {
  it("too few credits, too small a wallet or too small a stock returns 402 and changes nothing", async () => {
    await leaveFree(shop.services, { term: "static", country: "CL", city: "valparaiso", free: 2 });
    const there = { country: "CL", city: "Valparaíso", days: 30 };
    const customer = await withCredits(shop, { credits: 2, cents: 900 });
    const tries = [
      [
        { num: 1, days: 7 },
        { reason: "insufficientCredits", short: "static7" },
      ],
      [
        { num: 1, days: 90, pay: "wallet" },
        { reason: "insufficientBalance", short: "wallet" },
      ],
      [
        { num: 3, pay: "wallet" },
        { reason: "insufficientStock", short: "stock" },
      ],
      // A request beyond the stock is refused as such, whatever the account could pay.
      [{ num: 3 }, { reason: "insufficientStock", short: "stock" }],
      [
        { num: 4, pay: "wallet" },
        { reason: "insufficientStock", short: "stock" },
      ],
      [{ num: 10_000 }, { reason: "insufficientStock", short: "stock" }],
      [
        { num: 1, city: "Atlantis" },
        { reason: "insufficientStock", short: "stock" },
      ],
      [
        { num: 1, country: "ZZ" },
        { reason: "insufficientStock", short: "stock" },
      ],
    ] as const;
    const sold = await operatorHas(shop.services, "wallet", "sales");
    for (const [fields, why] of tries) {
      const answer = await customer.ask("staticUse", { ...there, ...fields });
      expect([answer.code, answer.refused]).toEqual([402, why]);
    }
    expect(await bucketsOf(shop.services, customer.id)).toEqual({
      "static30 main": 2,
      "wallet main": 900,
    });
    expect(await operatorHas(shop.services, "wallet", "sales")).toBe(sold);
    expect(await free("CL", "valparaiso")).toBe(2);
    for (const list of ["staticUseList", "staticHistory", "orderList", "ledger"] as const)
      expect([list, (await customer.get(list)).total]).toEqual([list, list === "ledger" ? 2 : 0]);
    expect(await receipts(customer)).toEqual([]);
    expect(await take(customer, { ...there, num: 2 })).toHaveLength(2);
  });

  it("fields are checked first: 400 before 402 (spec/api#refusal-order, spec/sign-in#credentials)", async () => {
    const customer = await shop.customer();
    const tries = [
      [{ num: 0 }, { reason: "badQuantity", field: "num" }],
      [{ num: 10_001 }, { reason: "badQuantity", field: "num" }],
      [{ num: "1.5" }, { reason: "badQuantity", field: "num" }],
      [{ days: 3 }, { reason: "badDays", field: "days" }],
      [{ country: "USA" }, { reason: "badCountry", field: "country" }],
      [{ account: "short" }, { reason: "badAccountName", field: "account" }],
      [{ account: "with-dash" }, { reason: "badAccountName", field: "account" }],
      [{ password: "x".repeat(23) }, { reason: "badProxyPassword", field: "password" }],
      [{ pay: "card" }, { reason: "badMethod", field: "pay" }],
    ] as const;
    for (const [fields, why] of tries) {
      const answer = await customer.ask("staticUse", { ...place, num: 1, ...fields });
      expect([answer.code, answer.refused]).toEqual([400, why]);
    }
    // "Please enter the quantity" (spec/dashboard#messages).
    const { num: _none, ...without } = { ...place, num: 1 };
    for (const fields of [without, { ...place, num: "" }]) {
      const { code, msg, refused } = await customer.ask("staticUse", fields);
      expect([code, refused]).toEqual([400, { reason: "enterQuantity", field: "num" }]);
      expect(msg).toBe("Please enter the quantity");
    }
    const absent = await customer.ask("staticUse", { days: 30, num: 1 });
    expect(absent.refused).toMatchObject({ field: "country" });
    const { accessKey } = await customer.get("member");
    const byKey = await shop.ask("staticUse", { ...place, num: 1, key: accessKey });
    expect([byKey.code, byKey.refused.reason]).toEqual([403, "keyReadOnly"]);
  });
});

it.runIf(isFull)(
  "requestId (spec/api#requestid) sent 50 times at once has one effect and equal responses; with other fields it returns 409",
  async () => {
    const customer = await withCredits(shop, { credits: 2, cents: 600 });
    const fields = { ...place, num: 3, pay: "wallet", requestId: "take-request-1" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => customer.ask("staticUse", fields)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.items).toHaveLength(3);
    expect((await customer.get("staticUseList")).total).toBe(3);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 100 });
    const other = await customer.ask("staticUse", { ...fields, num: 2 });
    expect([other.code, other.refused.reason]).toEqual([409, "requestIdReused"]);
    await inOrder();
  },
);
