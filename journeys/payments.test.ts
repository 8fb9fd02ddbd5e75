/**
 * From a click to a credited wallet, as a person pays: by card at Stripe, in crypto at a BTCPay
 * Server. Both peers speak and sign as the services do.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BtcpayPeer,
  startBtcpayPeer,
} from "../apps/api/src/commerce/payment-provider/testing-btcpay.ts";
import {
  startStripePeer,
  type StripePeer,
} from "../apps/api/src/commerce/payment-provider/testing-stripe.ts";
import { type Customer, register } from "./customer.ts";
import { operator } from "./operator.ts";
import { device, signIn } from "./person.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { closeContexts, sharedBrowser } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

let product: RunningProduct;
let stripe: StripePeer;
let btcpay: BtcpayPeer;
let browser: Browser;
let customer: Customer;
let page: Page;
const troubles: string[] = [];

beforeAll(async () => {
  stripe = await startStripePeer();
  btcpay = await startBtcpayPeer();
  product = await startProduct(undefined, { ...stripe.env, ...btcpay.env, GATEWAY_WORKERS: "1" });
  stripe.webhookUrl = `${product.url}/webhooks/stripe`;
  btcpay.webhookUrl = `${product.url}/webhooks/btcpay`;
  browser = await sharedBrowser();
  customer = await register(product);
  page = await device(browser, troubles);
  // What a screen throws is caught by its frame: it stands on the console alone.
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text().slice(0, 500));
  });
  await signIn(page, product.url, customer);
});
afterAll(async () => {
  await closeContexts();
  await product?.stop();
  await stripe?.stop();
  await btcpay?.stop();
});

const walletCents = async () => (await customer.ask("headerInit", {})).walletCents;
const shows = (where: Page, words: string | RegExp) =>
  waitFor(`${String(words)} is shown`, async () => {
    const text = await where.locator("body").innerText();
    return typeof words === "string" ? text.includes(words) : words.test(text);
  });

/** Begins a recharge in the dashboard and answers the provider's page in its new tab. */
async function begin(dollars: number, method: "Card" | "Crypto"): Promise<Page> {
  await page.goto(`${product.url}/cli/home?recharge=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(String(dollars));
  await dialog.getByText(method, { exact: false }).first().click();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.locator("form").getByRole("button", { name: /^Pay/ }).last().click(),
  ]);
  await tab.waitForURL(/\/(c|i)\//);
  return tab;
}
const newestPayment = async () => (await customer.ask("rechargeList", {})).items[0]?.id ?? "";
/** Begins a recharge in crypto by a call, and opens its page. */
async function invoiceOver(amountCents: number) {
  const { payUrl } = await customer.ask("recharge", { amountCents, method: "crypto" });
  await fetch(payUrl);
  return btcpay.invoiceOf(await newestPayment());
}

describe("by card, at Stripe", () => {
  it("is credited with its bonus; both tabs show it without being reloaded", async () => {
    const tab = await begin(1_000, "Card");
    await shows(page, /waiting for payment/i);
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await tab.waitForURL("**/cli/home?payment=**");
    await shows(tab, "$1,050.00");
    await shows(page, "$1,050.00");
    expect(await walletCents()).toBe(105_000);
    await tab.close();
  });

  it("is not begun twice when the page is opened twice, and may be cancelled and gone on with", async () => {
    const tab = await begin(20, "Card");
    await tab.getByRole("button", { name: "Cancel" }).click();
    await tab.waitForURL("**/cli/home?payment=**cancelled=1");
    await tab.getByRole("dialog").waitFor();
    const sessions = stripe.sessions.size;
    const { payUrl } = await customer.ask("payment", { paymentId: await newestPayment() });
    await tab.goto(payUrl);
    await tab.waitForURL(/\/c\//);
    expect(stripe.sessions.size).toBe(sessions);
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await shows(tab, "$1,070.00");
    expect(await walletCents()).toBe(107_000);
    await tab.close();
  });

  it("changes nothing by replayed, re-ordered, forged or stale webhooks", async () => {
    const before = await customer.ask("ledger", { limit: 100 });
    for (const event of [...stripe.events].toReversed()) {
      expect(await stripe.deliver(event)).toBe(200);
      expect(await stripe.deliver({ ...event, id: `${event.id}x` }, { forge: true })).toBe(400);
      expect(await stripe.deliver({ ...event, id: `${event.id}y` }, { ageSeconds: 900 })).toBe(400);
    }
    expect(await customer.ask("ledger", { limit: 100 })).toEqual(before);
  });

  it("buys directly, and a refund at the operator's shell goes back to the card once", async () => {
    const ordered = await customer.ask("placeOrder", {
      sku: "traffic-standard",
      quantity: 10,
      method: "card",
    });
    const tab = await page.context().newPage();
    await tab.goto(ordered.payUrl ?? "");
    await tab.getByRole("button", { name: "Pay", exact: true }).click();
    await tab.waitForURL("**/cli/home?payment=**");
    await shows(tab, /10 GB/);
    await tab.close();
    const { orderNo, amountCents } = ordered.order;
    const shell = { dataDir: product.dataDir, settings: { ...stripe.env, ...btcpay.env } };
    expect(await operator(shell, "refund", orderNo)).toMatchObject({ code: 0 });
    expect(await operator(shell, "refund", orderNo)).toMatchObject({ code: 1 });
    await waitFor("the money is on its way back", () => stripe.refunds.size === 1);
    expect([...stripe.refunds.values()]).toMatchObject([{ amount: amountCents }]);
    const { items } = await customer.ask("orderList", {});
    expect(items[0]).toMatchObject({ orderNo, status: "refunded", refundedCents: amountCents });
    expect((await customer.ask("member", {})).trafficBytes).toBe(0);
    expect(await walletCents()).toBe(107_000);
  });
});

describe("in crypto, at a BTCPay Server", () => {
  it("shows a part as it arrives and what is missing, and credits the whole once", async () => {
    const before = await walletCents();
    const tab = await begin(500, "Crypto");
    await tab.getByRole("button", { name: "Pay half" }).click();
    await shows(page, /still missing\s+\$250\.00/i);
    expect(await walletCents()).toBe(before);
    const [invoice] = [...btcpay.invoices.keys()];
    await btcpay.pay(invoice ?? "", 0.5);
    await shows(page, "$525.00");
    expect(await walletCents()).toBe(before + 52_500);
    await tab.close();
  });

  it("credits as received what came late, in part before the end, or in excess", async () => {
    const late = async (id: string) => {
      await btcpay.expire(id);
      await btcpay.pay(id);
    };
    for (const [pay, cents] of [
      [late, 10_000],
      [(id: string) => btcpay.pay(id, 2), 20_000],
    ] as const) {
      const before = await walletCents();
      const { id } = await invoiceOver(10_000);
      await pay(id);
      await waitFor("it is credited", async () => (await walletCents()) === before + cents);
      expect(await customer.ask("payment", { paymentId: await newestPayment() })).toMatchObject({
        status: "paid",
        receivedCents: cents,
      });
    }
    const before = await walletCents();
    const { id } = await invoiceOver(10_000);
    await btcpay.pay(id, 0.5);
    await btcpay.expire(id);
    await waitFor("the half is credited", async () => (await walletCents()) === before + 5_000);
  });

  it("changes nothing by replayed, re-ordered or forged deliveries, and ends unpaid where nothing came", async () => {
    const tab = await begin(100, "Crypto");
    await tab.getByRole("button", { name: "Let it expire" }).click();
    await shows(page, /expired|failed/i);
    const before = await customer.ask("ledger", { limit: 100 });
    for (const delivery of [...btcpay.deliveries].toReversed()) {
      expect(await btcpay.deliver(delivery)).toBe(200);
      expect(await btcpay.deliver(delivery, { forge: true })).toBe(400);
    }
    expect(await customer.ask("ledger", { limit: 100 })).toEqual(before);
    await tab.close();
  });
});

it("leaves books that are in order and a dashboard without errors", async () => {
  expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  expect(troubles).toEqual([]);
});
