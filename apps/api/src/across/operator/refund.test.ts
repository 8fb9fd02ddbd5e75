/** `refund` and `refunds list`, run as an operator does while the product runs. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import {
  cardOrder,
  firstOrder,
  has,
  paidRecharge,
  traffic,
} from "../../commerce/refund/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { operate } from "./testing.ts";

const shop = forTests(startShop);

const operator = (...args: string[]) => operate(shop.services, ...args);

describe("operator refund (spec/operator#commands, spec/money#refunds)", () => {
  it("refunds a part, then the remainder, and shows what it took back and paid", async () => {
    const customer = await shop.customer({ cents: 10_000 });
    const { order } = await customer.get("placeOrder", traffic(4));
    const part = await operator("refund", order.orderNo, "--cents", "350", "--json");
    expect([part.code, JSON.parse(part.out)]).toMatchObject([
      0,
      { refundedCents: 350, to: "wallet", asset: "traffic", taken: 1e9, debtCents: 0 },
    ]);
    expect(await firstOrder(customer)).toMatchObject({ status: "paid", refundedCents: 350 });
    const rest = await operator("refund", order.orderNo, "--reason", "too slow");
    expect(rest.out).toContain(`Refunded ${order.orderNo}: $10.50 to the wallet.`);
    expect(rest.out).toContain("Took back 3000000000 of traffic.");
    expect(await has(customer)).toMatchObject({ walletCents: 10_000, trafficBytes: 0 });
    const again = await operator("refund", order.orderNo);
    expect([again.code, again.error]).toEqual([1, expect.stringMatching(/nothing of it is left/)]);
  }, 60_000);

  it("sends card refunds at once, accepts a recharge's payment id, and lists refunds", async () => {
    const { paymentId } = await paidRecharge(shop, 50_000);
    const done = await operator("refund", paymentId, "--cents", "10000", "--json");
    expect(JSON.parse(done.out)).toMatchObject({
      refundedCents: 10_000,
      to: "card",
      taken: 10_500,
      bonusCents: 500,
      sentAt: expect.stringMatching(/Z$/),
      lastError: null,
    });
    const listed = await operator("refunds", "list", "--json");
    const mine = JSON.parse(listed.out).filter((one: { order: string }) => one.order === paymentId);
    expect(mine).toMatchObject([{ cents: 10_000, state: "done", kind: "refund", to: "card" }]);
    expect((await operator("refunds", "list", "--due")).out).toContain("No refund is due.");
  }, 60_000);

  it("exits with 1 if a refund is impossible, and with 2 on invalid arguments", async () => {
    const customer = await shop.customer();
    const { order } = await cardOrder(shop, customer, 10);
    const unpaid = await operator("refund", order.orderNo);
    expect([unpaid.code, unpaid.error]).toEqual([1, expect.stringMatching(/was never paid/)]);
    expect((await operator("refund", "TP000000-NOTHING")).code).toBe(1);
    expect((await operator("refund", order.orderNo, "--cents", "0.5")).code).toBe(2);
    expect((await operator("refund")).code).toBe(2);
    expect(await verifyAccounting(shop.db)).toMatchObject({ difference: null });
  }, 60_000);
});
