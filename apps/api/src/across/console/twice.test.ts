/** Two of the staff who answer the same request (spec/console#twice). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const ann = forTests(() => api.person("owner"));
const bob = forTests(() => api.person("owner"));

describe("Two of the staff who answer the same request (spec/console#twice)", () => {
  const refusedOf = ({ code, refused }: { code: number; refused: { detail?: string } }) =>
    code === 0 ? "" : refused.detail;

  it("do not both grant the same, or refund the same part", async () => {
    const { id: account, session } = await api.register();
    const grant = { account, asset: "wallet", amount: 700, reason: "an outage" };
    await ann.get("customerGrant", { ...grant, requestId: "ann-grant-1" });
    const second = await bob.ask("customerGrant", { ...grant, requestId: "bob-grant-1" });
    expect(refusedOf(second)).toContain(`${ann.email} did the same`);
    await ann.get("customerGrant", { ...grant, requestId: "ann-grant-2" });
    await bob.get("customerGrant", { ...grant, amount: 701, requestId: "bob-grant-2" });
    await api.topUp(session, 5_000);
    const { items } = await ann.get("paymentList", { account });
    const part = { name: items[0]?.id, cents: 500, reason: "too slow" };
    await ann.get("refund", { ...part, requestId: "ann-refund-1" });
    const again = await bob.ask("refund", { ...part, requestId: "bob-refund-1" });
    expect(refusedOf(again)).toContain(`${ann.email} did the same`);
    await ann.get("refund", { ...part, requestId: "ann-refund-2" });
    await bob.get("refund", { ...part, cents: 501, requestId: "bob-refund-2" });
  });

  it("do not both grant the same at the same moment", async () => {
    const both = async (turn: number) => {
      const { id: account } = await api.register();
      const grant = { account, asset: "wallet", amount: 700, reason: "an outage" };
      const said = await Promise.all(
        [ann, bob].map((who, at) => {
          return who.ask("customerGrant", { ...grant, requestId: `once-${turn}-${at}` });
        }),
      );
      return said.filter(({ code }) => code === 0).length;
    };
    for (let turn = 0; turn < 8; turn++) expect(await both(turn)).toBe(1);
  });

  it("do not both give the same coupon", async () => {
    const { id } = await api.register();
    const coupon = { accounts: [id], kind: "gift", sku: "traffic-standard", amount: 5, days: 30 };
    await ann.get("couponGrant", { ...coupon, requestId: "ann-coupon-1" });
    const again = await bob.ask("couponGrant", { ...coupon, requestId: "bob-coupon-1" });
    expect(refusedOf(again)).toContain(`${ann.email} did the same`);
    await bob.get("couponGrant", { ...coupon, amount: 6, requestId: "bob-coupon-2" });
  });

  it("give one coupon to whoever a list names twice", async () => {
    const { id, email } = await api.register();
    const coupon = { kind: "discount", days: 7, percent: 10, requestId: "coupon-twice" };
    const { couponIds } = await ann.get("couponGrant", { ...coupon, accounts: [id, email] });
    expect(new Set(couponIds).size).toBe(1);
    expect((await ann.get("couponList", { account: id })).total).toBe(1);
  });
});
