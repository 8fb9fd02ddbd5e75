import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { bucketsOf, operatorHas } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { closeCustomer } from "./testing.ts";
import { operate, operateJson } from "../operator/testing.ts";

const shop = forTests(startShop);

/** Runs the command line as an operator does while the product runs. */
const run = (...args: string[]) => operate(shop.services, ...args);
/** The error message of a command that fails. */
const failed = async (...args: string[]) => {
  const { code, error } = await run(...args);
  expect(code).toBe(1);
  return error;
};
const operator = async (...args: string[]) => (await operateJson(shop.services, ...args)).said;

describe("Money that arrives for a closed account (spec/money#refunds)", () => {
  it("buys nothing and credits no balance; the operator can list and refund it", async () => {
    const customer = await shop.customer();
    const { payUrl, paymentId } = await customer.get("recharge", {
      amountCents: 60_000,
      method: "card",
    });
    const order = { sku: "traffic-standard", quantity: 3, method: "crypto" };
    const placed = await customer.get("placeOrder", order);
    const amountCents = placed.order.amountCents;
    expect(await closeCustomer(shop, customer)).toMatchObject({ code: 0 });

    expect(await shop.complete(payUrl, "late")).toBe("paid");
    expect(await shop.complete(placed.payUrl ?? "", "paid")).toBe("paid");
    // A repeated notification changes nothing.
    expect(await shop.complete(payUrl, "paid")).toBe("paid");
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    const unclaimed = () => operatorHas(shop.services, "wallet", "unclaimed");
    expect(await unclaimed()).toBe(60_000 + amountCents);
    const mine = (rows: { accountId: string; amountCents: number; id: string }[]) =>
      rows.filter(({ accountId }) => accountId === customer.id);
    const listed = mine(await operator("payments", "unclaimed"));
    expect(new Set(listed.map((row) => row.amountCents))).toEqual(new Set([amountCents, 60_000]));
    expect(listed.map(({ id }) => id)).toContain(paymentId);
    expect((await run("payments", "unclaimed")).out).toContain("$600.00");
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });

    expect(await shop.refund(payUrl)).toBe("refunded");
    expect(await shop.refund(placed.payUrl ?? "")).toBe("refunded");
    expect(await unclaimed()).toBe(0);
    expect(mine(await operator("payments", "unclaimed"))).toEqual([]);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("is refunded from the forfeited balance if it was paid before the closure", async () => {
    const customer = await shop.customer();
    const paid = { amountCents: 10_000, method: "card" };
    const { payUrl } = await customer.get("recharge", paid);
    await shop.complete(payUrl, "paid");
    await closeCustomer(shop, customer);
    expect(await shop.refund(payUrl)).toBe("refunded");
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("cannot be granted to it, and the account cannot be enabled again", async () => {
    const customer = await shop.customer();
    await closeCustomer(shop, customer);
    const shown = await operator("account", "show", customer.id);
    expect(shown).toMatchObject({
      id: customer.id,
      email: `closed-${customer.id}@closed.invalid`,
      closedAt: expect.stringMatching(/Z$/),
      disabledAt: shown.closedAt,
    });
    const refused = /was closed by its holder/;
    const { id } = customer;
    expect(await failed("account", "enable", shown.email)).toMatch(refused);
    const grant = ["account", "grant", id, "--asset", "wallet", "--amount", "100"];
    expect(await failed(...grant)).toMatch(refused);
    const gift = ["--kind", "discount", "--percent", "5", "--days", "5"];
    expect(await failed("coupon", "grant", id, ...gift)).toMatch(refused);
    expect(await bucketsOf(shop.services, id)).toEqual({});
    expect(await failed("account", "show", customer.email)).toMatch(/no account/);
  });
});
