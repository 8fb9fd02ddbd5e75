/**
 * A product with card payments at Stripe, crypto payments at a BTCPay Server, and others if asked
 * for, and a person who pays there. The fake services respond and sign like the real ones.
 */
import type { Page } from "playwright-core";
import {
  type BtcpayPeer,
  startBtcpayPeer,
} from "../apps/api/src/commerce/payment-provider/crypto/testing-btcpay.ts";
import {
  startStripeCardsPeer,
  type StripeCardsPeer,
} from "../apps/api/src/commerce/payment-provider/card/testing-stripe-cards.ts";
import type { Peer } from "../apps/api/src/commerce/payment-provider/testing-peer.ts";
import { type Customer, register } from "./customer.ts";
import { openDevicePage, navigateTo, signIn } from "./person.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { closeContexts, sharedBrowser } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

export interface PaidProduct {
  product: RunningProduct;
  /** The product's provider settings, needed by operator commands. */
  settings: Record<string, string>;
  stripe: StripeCardsPeer;
  btcpay: BtcpayPeer;
  customer: Customer;
  /** The customer's dashboard. */
  page: Page;
  /** Errors that occurred in a page. */
  troubles: string[];
  stop(): Promise<void>;
}

/** `peers` are further services by the path of their webhooks, `env` further settings. */
export async function startPaidProduct(
  peers: Record<string, Peer> = {},
  env: Record<string, string> = {},
): Promise<PaidProduct> {
  const [stripe, btcpay] = await Promise.all([startStripeCardsPeer(), startBtcpayPeer()]);
  const others = Object.entries(peers);
  const all = [stripe, btcpay, ...others.map(([, peer]) => peer)];
  const settings = Object.assign({}, env, ...all.map((peer) => peer.env)) as Record<string, string>;
  const product = await startProduct(undefined, { ...settings, GATEWAY_WORKERS: "1" });
  stripe.webhookUrl = `${product.url}/webhooks/stripe`;
  btcpay.webhookUrl = `${product.url}/webhooks/btcpay`;
  for (const [path, peer] of others) peer.webhookUrl = product.url + path;
  const customer = await register(product);
  const troubles: string[] = [];
  const page = await openDevicePage(await sharedBrowser(), troubles);
  // Errors thrown by a screen are caught by its frame and appear only on the console.
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text().slice(0, 500));
  });
  await signIn(page, product.url, customer);
  const stop = async () => {
    await closeContexts();
    await Promise.all([product.stop(), ...all.map((peer) => peer.stop())]);
  };
  return { product, settings, stripe, btcpay, customer, page, troubles, stop };
}

/** The wallet's balance, in cents. */
export const walletCents = async ({ customer }: PaidProduct): Promise<number> =>
  (await customer.ask("headerInit", {})).walletCents;

/** The id of the latest payment. */
export const newestPayment = async ({ customer }: PaidProduct): Promise<string> =>
  (await customer.ask("rechargeList", {})).items[0]?.id ?? "";

/** Waits until a page shows this text. */
export async function waitForText(where: Page, words: string | RegExp): Promise<void> {
  await waitFor(`${String(words)} is shown`, async () => {
    const text = await where.locator("body").innerText();
    return typeof words === "string" ? text.includes(words) : words.test(text);
  });
}

/** Starts a recharge in the dashboard; returns the provider's page in its new tab. */
export async function beginRecharge(
  { page, product }: PaidProduct,
  dollars: number,
  method: string,
): Promise<Page> {
  await navigateTo(page, product.url, "/cli/home?recharge=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill(String(dollars));
  await dialog.getByText(method, { exact: false }).first().click();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.locator("form").getByRole("button", { name: /^Pay/ }).last().click(),
  ]);
  await tab.waitForURL(/\/(c|i|checkoutnow|payment|pay)\//);
  return tab;
}
