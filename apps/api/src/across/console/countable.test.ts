/** Staff of any role leave every balance countable: programs count exactly up to 2^53 - 1. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const finance = forTests(() => api.person("finance"));
const support = forTests(() => api.person("support"));
let asked = 0;
const once = () => ({ reason: "a test", requestId: `countable-${(asked += 1)}` });

describe("Amounts that staff give (spec/console#customers)", () => {
  it("are refused when an account would have more than can be counted", async () => {
    const { id: account, session } = await api.register();
    const grant = (asset: string, amount: number) =>
      finance.ask("customerGrant", { account, asset, amount, ...once() });
    for (let n = 0; n < 9; n++) expect((await grant("traffic", 1e15)).code).toBe(0);
    const refused = { code: 409, refused: { reason: "actRefused" } };
    expect(await grant("traffic", 1e15)).toMatchObject(refused);
    expect(await grant("wallet", 1e13)).toMatchObject(refused);
    const { data } = await api.send("member", { session });
    expect(data.trafficBytes).toBe(9e15);
    const month = new Date(api.services.world.now()).toISOString().slice(0, 7);
    expect((await finance.ask("accountingExport", { month })).code).toBe(0);
  }, 60_000);

  it("are refused in coupons and promo codes, and a coupon of before leaves the account readable", async () => {
    const { id, session } = await api.register();
    const gift = { kind: "gift", days: 30, sku: "traffic-standard" };
    const give = (amount: number) =>
      support.ask("couponGrant", { accounts: [id], ...gift, amount, ...once() });
    expect((await give(1_000_001)).refused.detail).toBe(
      "a gift has at most 1000000 units of traffic-standard",
    );
    const code = { code: "HUGE", giftSku: "traffic-standard", perAccount: 1, reason: "a test" };
    expect((await finance.ask("promoAdd", { ...code, giftAmount: 1e7 })).code).toBe(409);
    for (let n = 0; n < 2; n++) expect((await give(1_000_000)).code).toBe(0);
    await sql`update coupon set gift_amount = 9000000 where account_id = ${id}`.execute(
      api.services.db,
    );
    const { items } = (await api.send("coupons", { session })).data;
    const redeem = (couponId = "") =>
      api.send("placeOrder", { session, method: "coupon", couponId });
    const codes = [];
    for (const coupon of items) codes.push((await redeem(coupon.id)).code);
    expect(codes).toEqual([0, 409]);
    expect((await api.send("member", { session })).data.trafficBytes).toBe(9e15);
    expect((await api.send("coupons", { session, status: "usable" })).data.items).toHaveLength(1);
    expect((await verifyAccounting(api.services.db)).difference).toBeNull();
  }, 60_000);

  it("are refused in a file whose sum is more than can be counted", async () => {
    const lines = Array.from({ length: 12 }, (_none, n) => `many${n}@example.com,999999`);
    const file = { kind: "customers", csv: `email,trafficGb\n${lines.join("\n")}`, reason: "x" };
    for (const name of ["importPreview", "importApply"] as const)
      expect((await finance.ask(name, file)).refused.detail).toContain("nothing was imported");
    expect((await finance.get("customerList", { search: "many1" })).total).toBe(0);
  }, 60_000);
});

it("Promotions beyond those that count are refused, not silently left out (spec/console#shop)", async () => {
  const days = { startsAt: "2020-01-01T00:00:00Z", endsAt: "2090-01-01T00:00:00Z" };
  const add = (fromCents: number) =>
    finance.ask("promotionAdd", { title: "Bonus", fromCents, percent: 1, ...days });
  let last = await add(1);
  for (let at = 2; at <= 51 && last.code === 0; at += 1) last = await add(at);
  expect(last.refused.detail).toContain("the most there can be");
  const { items } = await finance.get("promotionList");
  const own = items.filter(({ name }) => name === "Bonus");
  const [one, other] = own.map(({ id }) => id);
  await finance.get("promotionSwitch", { id: one, enabled: 0 });
  await finance.get("promotionSwitch", { id: other, enabled: 1 });
  await finance.get("promotionAdd", { title: "Bonus", fromCents: 60, percent: 1, ...days });
  const again = await finance.ask("promotionSwitch", { id: one, enabled: 1 });
  expect(again.refused.detail).toContain("the most there can be");
});
