/** From a click to a credited wallet by card, as people pay at Stripe. */
import { describe, expect, it } from "vitest";
import { operator } from "./operator.ts";
import {
  beginRecharge,
  newestPayment,
  waitForText,
  startPaidProduct,
  walletCents,
} from "./payments.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const paid = forTests(() => startPaidProduct());

describe("a card payment through Stripe", () => {
  it("is credited with its bonus, and both tabs show it without a reload", async () => {
    const { page } = paid;
    const tab = await beginRecharge(paid, 1_000, "Card");
    await waitForText(page, /waiting for payment/i);
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await tab.waitForURL("**/cli/home?payment=**");
    await waitForText(tab, "$1,050.00");
    await waitForText(page, "$1,050.00");
    expect(await walletCents(paid)).toBe(105_000);
    await tab.close();
  });

  it("is not started twice when its page is opened twice, and continues after cancelling", async () => {
    const { customer, page, stripe } = paid;
    const begun = await customer.ask("recharge", { amountCents: 2_000, method: "card" });
    const tab = await page.context().newPage();
    await tab.goto(begun.payUrl);
    await tab.getByRole("button", { name: "Cancel" }).click();
    await tab.waitForURL("**/cli/home?payment=**cancelled=1");
    await tab.getByRole("dialog").waitFor();
    const sessions = stripe.sessions.size;
    const { payUrl } = await customer.ask("payment", { paymentId: await newestPayment(paid) });
    await tab.goto(payUrl);
    await tab.waitForURL(/\/c\//);
    expect(stripe.sessions.size).toBe(sessions);
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await waitForText(tab, "$1,070.00");
    expect(await walletCents(paid)).toBe(107_000);
    await tab.close();
  });

  it("is not changed by replayed, re-ordered, forged or stale webhooks", async () => {
    const { customer, stripe } = paid;
    const before = await customer.ask("ledger", { limit: 100 });
    for (const event of [...stripe.events].toReversed()) {
      expect(await stripe.deliver(event)).toBe(200);
      expect(await stripe.deliver({ ...event, id: `${event.id}x` }, { forge: true })).toBe(400);
      expect(await stripe.deliver({ ...event, id: `${event.id}y` }, { ageSeconds: 900 })).toBe(400);
    }
    expect(await customer.ask("ledger", { limit: 100 })).toEqual(before);
  });

  it("buys directly, and an operator's refund goes back to the card once", async () => {
    const { customer, page, product, stripe } = paid;
    const ordered = await customer.ask("placeOrder", {
      sku: "traffic-standard",
      quantity: 10,
      method: "card",
    });
    const tab = await page.context().newPage();
    await tab.goto(ordered.payUrl ?? "");
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await tab.waitForURL("**/cli/home?payment=**");
    await waitForText(tab, /10 GB/);
    await tab.close();
    const { orderNo, amountCents } = ordered.order;
    const shell = { dataDir: product.dataDir, settings: paid.settings };
    expect(await operator(shell, "refund", orderNo)).toMatchObject({ code: 0 });
    expect(await operator(shell, "refund", orderNo)).toMatchObject({ code: 1 });
    await waitFor("the money is on its way back", () => stripe.refunds.size === 1);
    expect([...stripe.refunds.values()]).toMatchObject([{ amount: amountCents }]);
    const { items } = await customer.ask("orderList", {});
    expect(items[0]).toMatchObject({ orderNo, status: "refunded", refundedCents: amountCents });
    expect((await customer.ask("member", {})).trafficBytes).toBe(0);
    expect(await walletCents(paid)).toBe(107_000);
  });
});

it("card payments leave consistent accounting and no errors in the dashboard", async () => {
  expect(await operator(paid.product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  expect(paid.troubles).toEqual([]);
});
