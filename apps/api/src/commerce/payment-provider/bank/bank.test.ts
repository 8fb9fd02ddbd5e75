import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { perform } from "../../../across/operator/acts/act.ts";
import { confirmPayment } from "../../../across/operator/acts/payment.ts";
import { type Actor, commandLine } from "../../../platform/audit/audit.ts";
import { operateJson } from "../../../across/operator/testing.ts";
import { type Customer, startShop } from "../../../identity/session/testing.ts";
import { verifyAccounting } from "../../../../testing/verify-accounting.ts";
import { findPayment } from "../../payment/store/payments.ts";
import { paymentState, visit, walletLines } from "../testing.ts";

const BANK_DETAILS = "Example & Sons, IBAN DE02 1203 0000 0000 2020 51, BIC BYLADEM1001";

describe("Bank transfers (spec/money#bank-transfers)", () => {
  const shop = forTests(() => startShop({ BANK_DETAILS }));

  const start = async (customer: Customer, amountCents = 50_000) => {
    const begun = await customer.get("recharge", { amountCents, method: "bank" });
    const { html } = await visit(begun.payUrl);
    const reference = /<dd>([A-Z2-9]{10})<\/dd>/.exec(html)?.[1] ?? "";
    return { ...begun, html, reference };
  };
  const confirm = (name: string, cents: number) =>
    operateJson(shop.services, "payments", "confirm", name, "--cents", String(cents));

  it("shows the account and a reference; parts add up and are credited once", async () => {
    const customer = await shop.customer();
    const { paymentId, reference, html } = await start(customer);
    expect(html).toContain("Example &amp; Sons");
    expect(html).toContain("IBAN DE02 1203 0000 0000 2020 51");
    expect((await confirm(reference, 20_000)).said).toMatchObject({
      id: paymentId,
      status: "pending",
      receivedCents: 20_000,
      creditedCents: 0,
    });
    expect(await paymentState(customer, paymentId)).toMatchObject({ walletCents: 0 });
    // As a bank statement may write it.
    const asPrinted = `${reference.slice(0, 4).toLowerCase()} ${reference.slice(4)}`;
    expect((await confirm(asPrinted, 30_000)).said).toMatchObject({ status: "paid" });
    expect(await walletLines(customer)).toEqual(["bonus 2500", "recharge 50000"]);
    expect((await confirm(paymentId, 7)).said).toMatchObject({ status: "paid", surplusCents: 7 });
    expect(await walletLines(customer)).toEqual(["bonus 2500", "recharge 50000"]);
    expect((await verifyAccounting(shop.db)).ok).toBe(true);
  });

  it("notes what is more than asked, and pays an order that was too", async () => {
    const customer = await shop.customer();
    const order = { sku: "traffic-standard", quantity: 1, method: "bank" } as const;
    const { paymentId = "", payUrl = "" } = await customer.get("placeOrder", order);
    expect((await visit(payUrl)).status).toBe(200);
    expect((await confirm(paymentId, 400)).said).toMatchObject({
      status: "paid",
      creditedCents: 350,
      surplusCents: 50,
    });
    const { status, walletCents } = await paymentState(customer, paymentId);
    expect([status, walletCents]).toEqual(["paid", 0]);
    // The page leads back to the dashboard.
    expect((await visit(payUrl)).to).toContain("/cli/home");
  });

  it("is open for 14 days, and counts after that too", async () => {
    const customer = await shop.customer();
    const { paymentId, payUrl } = await start(customer, 1_000);
    const status = async () => (await findPayment(shop.db, paymentId))?.status;
    await shop.advance(13 * 86_400);
    expect(await status()).toBe("pending");
    await shop.advance(2 * 86_400);
    expect(await status()).toBe("expired");
    expect((await visit(payUrl)).status).toBe(410);
    expect((await confirm(paymentId, 1_000)).said).toMatchObject({ creditedCents: 1_000 });
    expect(await status()).toBe("paid");
  });

  it("after a hundred days its money is no longer for the old price, nor the old bonus", async () => {
    await operateJson(shop.services, "promo", "add", "DOUBLE", "--percent", "100");
    const begin = async () => {
      const customer = await shop.customer({ lasting: true });
      const order = { sku: "traffic-standard", quantity: 1, method: "bank" } as const;
      const { paymentId: ordered = "" } = await customer.get("placeOrder", order);
      const recharge = { amountCents: 50_000, method: "bank", promoCode: "DOUBLE" } as const;
      const { paymentId } = await customer.get("recharge", recharge);
      return { customer, ordered, paymentId };
    };
    const pay = async ({ customer, ordered, paymentId }: Awaited<ReturnType<typeof begin>>) => {
      await confirm(ordered, 350);
      await confirm(paymentId, 50_000);
      const { trafficBytes } = await customer.get("member");
      return [trafficBytes, ...(await walletLines(customer))];
    };
    const [one, other] = [await begin(), await begin()];
    await shop.advance(99 * 86_400);
    expect(await pay(one)).toEqual([1e9, "bonus 50000", "recharge 50000"]);
    await shop.advance(2 * 86_400);
    const late = ["bonus 2500", "recharge 350", "recharge 50000"];
    expect(await pay(other)).toEqual([0, ...late]);
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  });

  it("twenty staff members who confirm parts at once lose none", async () => {
    const customer = await shop.customer();
    const { paymentId } = await start(customer, 1_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => confirm(paymentId, 50)));
    expect(new Set(all.map(({ error }) => error))).toEqual(new Set([""]));
    const state = await paymentState(customer, paymentId);
    expect(state).toEqual({ status: "paid", receivedCents: 1_000, walletCents: 1_000 });
  });

  it("two staff members cannot confirm the same part", async () => {
    const customer = await shop.customer();
    const { paymentId } = await start(customer, 50_000);
    const actors = ["ann@example.com", "bob@example.com"].map((name) => ({
      ...commandLine,
      name,
    }));
    const part = { name: paymentId, cents: 20_000 };
    const by = (actor: Actor | undefined, seenCents: number | null) =>
      perform(shop.services, confirmPayment, {
        actor: actor ?? commandLine,
        input: { ...part, seenCents },
      });
    const [ann, bob] = actors;
    const both = await Promise.allSettled([by(ann, 0), by(bob, 0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(by(bob, 0)).rejects.toThrow("$200.00 have arrived by now, not $0.00: look again");
    const blind = await confirm(paymentId, 20_000);
    expect([blind.code, blind.error]).toEqual([
      1,
      expect.stringMatching(/example\.com confirmed \$200\.00 before/),
    ]);
    const { status, receivedCents } = await paymentState(customer, paymentId);
    expect([status, receivedCents]).toEqual(["pending", 20_000]);
    // A second part of the same sum, by somebody who looked.
    expect(await by(bob, 20_000)).toMatchObject({ receivedCents: 40_000 });
    expect((await confirm(paymentId, 10_000)).said).toMatchObject({ status: "paid" });
  });

  it("refuses what is no bank payment, and no sum", async () => {
    const customer = await shop.customer();
    const card = await customer.get("recharge", { amountCents: 500, method: "card" });
    for (const name of ["AAAAAAAAAA", card.paymentId, "", "00000000-0000-4000-8000-000000000000"])
      expect((await confirm(name, 500)).code).toBe(1);
    const { paymentId } = await start(customer, 500);
    expect((await confirm(paymentId, 0)).code).not.toBe(0);
    expect(await paymentState(customer, paymentId)).toMatchObject({ receivedCents: 0 });
  });
});
