/**
 * The affiliate programme with an adjustable clock: refunds on day 29, on day 31 and after the
 * payout leave every table and figure correct (L8).
 */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type Customer, customerOf, register, send, signIn } from "./customer.ts";
import { operator } from "./operator.ts";
import { advance, openDevicePage, signIn as signInAt } from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const DAY = 86_400;
const { product, browser } = journey(borrowed(adjustableClockProduct));

let count = 0;
/** A new customer who signed up through the inviter's link. */
async function invitedBy(inviter: Customer): Promise<Customer> {
  const { inviteCode } = await inviter.ask("shareInfo", {});
  const email = `invited${process.pid}x${count++}@example.com`;
  const fields = { email, password: "Passw0rd!x", agree: 1, inviteCode };
  const { data } = await send(product.url, "signup", fields);
  return customerOf(product, email, data.session);
}

/** Buys traffic for $220 by card. */
async function buyByCard(customer: Customer) {
  const { order, payUrl } = await customer.ask("placeOrder", {
    sku: "traffic-standard",
    quantity: 100,
    method: "card",
  });
  const body = new URLSearchParams({ outcome: "paid" });
  await fetch(`${payUrl}/complete`, { method: "POST", body });
  return order;
}

const figures = async (inviter: Customer) => {
  const info = await inviter.ask("shareInfo", {});
  const { invitations, transactionCents, withdrawableCents, cashedOutCents, frozenCents } = info;
  return { invitations, transactionCents, withdrawableCents, cashedOutCents, frozenCents };
};
const statuses = async (inviter: Customer) =>
  (await inviter.ask("profitList", {})).items.map((item) => [item.status, item.profitCents]);
/** Sessions expire when days pass, so this signs in again. */
const later = async (days: number, who: Customer) => {
  await advance(product, days * DAY);
  return signIn(product, who.email);
};
const refund = async (orderNo: string) =>
  expect(await operator(product, "refund", orderNo)).toMatchObject({ code: 0 });

describe("a card-paid referral", () => {
  it("refunded on day 29 never becomes available", async () => {
    let inviter = await register(product);
    const order = await buyByCard(await invitedBy(inviter));
    expect(order.amountCents).toBe(22_000);
    const frozen = { withdrawableCents: 0, frozenCents: 2_200, transactionCents: 22_000 };
    expect(await figures(inviter)).toMatchObject({ invitations: 1, cashedOutCents: 0, ...frozen });
    inviter = await later(29, inviter);
    expect(await figures(inviter)).toMatchObject(frozen);
    await refund(order.orderNo);
    const nothing = { withdrawableCents: 0, frozenCents: 0, transactionCents: 0 };
    expect(await figures(inviter)).toMatchObject({ invitations: 1, ...nothing });
    expect(await statuses(inviter)).toEqual([["deducted", 0]]);
    inviter = await later(2, inviter);
    expect(await figures(inviter)).toMatchObject(nothing);
    expect(await operator(product, "verify")).toMatchObject({ code: 0 });
  });

  it("refunded on day 31 is deducted from the available profit", async () => {
    let inviter = await register(product);
    const order = await buyByCard(await invitedBy(inviter));
    const kept = await buyByCard(await invitedBy(inviter));
    inviter = await later(31, inviter);
    expect(await figures(inviter)).toMatchObject({ withdrawableCents: 4_400, frozenCents: 0 });
    await refund(order.orderNo);
    expect(await figures(inviter)).toMatchObject({
      invitations: 2,
      withdrawableCents: 2_200,
      transactionCents: kept.amountCents,
    });
    expect(await statuses(inviter)).toEqual([
      ["available", 2_200],
      ["deducted", 0],
    ]);
    expect(await operator(product, "verify")).toMatchObject({ code: 0 });
  });

  it("refunded after the payout leaves a negative profit, which the next profit offsets", async () => {
    let inviter = await register(product);
    const order = await buyByCard(await invitedBy(inviter));
    inviter = await later(31, inviter);
    const { withdrawal } = await inviter.ask("getProfit", {
      amountCents: 2_200,
      target: "balance",
    });
    expect(withdrawal).toMatchObject({ status: "paid", amountCents: 2_200, feeCents: 0 });
    expect((await inviter.ask("headerInit", {})).walletCents).toBe(2_200);
    await refund(order.orderNo);
    expect(await figures(inviter)).toMatchObject({
      withdrawableCents: -2_200,
      cashedOutCents: 2_200,
      transactionCents: 0,
    });
    const page = await openDevicePage(browser);
    await signInAt(page, product.url, inviter);
    await page.goto(`${product.url}/cli/promotion-plan`);
    await shows(page, /[-−]\$22\.00/);
    await buyByCard(await invitedBy(inviter));
    inviter = await later(31, inviter);
    expect(await figures(inviter)).toMatchObject({ withdrawableCents: 0, frozenCents: 0 });
    expect(await operator(product, "verify")).toMatchObject({ code: 0 });
  });
});

const shows = (where: Page, words: RegExp) =>
  waitFor(`${String(words)} is shown`, async () =>
    words.test(await where.locator("body").innerText()),
  );

it("withdrawals in crypto are reserved, then paid or rejected by the operator, with the reason shown to the customer", async () => {
  const inviter = await register(product);
  const buyer = await invitedBy(inviter);
  for (let i = 0; i < 3; i++) {
    const { payUrl } = await buyer.ask("placeOrder", {
      sku: "traffic-standard",
      quantity: 100,
      method: "crypto",
    });
    const body = new URLSearchParams({ outcome: "paid" });
    await fetch(`${payUrl}/complete`, { method: "POST", body });
  }
  expect(await figures(inviter)).toMatchObject({ withdrawableCents: 6_600 });
  const page = await openDevicePage(browser);
  await signInAt(page, product.url, inviter);
  await page.goto(`${product.url}/cli/promotion-plan`);
  const where = { contact: "t.me/me", walletAddress: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf" };
  const ask = { amountCents: 3_000, target: "crypto", ...where } as const;
  const first = await inviter.ask("getProfit", ask);
  const second = await inviter.ask("getProfit", { ...ask, amountCents: 3_600 });
  expect((await inviter.try("getProfit", ask)).data).toMatchObject({ short: "profit" });
  expect(await figures(inviter)).toMatchObject({ withdrawableCents: 0, cashedOutCents: 0 });
  const paid = await operator(product, "withdrawals", "pay", first.withdrawal.id);
  expect(paid).toMatchObject({ code: 0 });
  const reject = ["withdrawals", "reject", second.withdrawal.id];
  const rejected = await operator(product, ...reject, "--reason", "no such wallet");
  expect(rejected).toMatchObject({ code: 0 });
  expect(await operator(product, ...reject, "--reason", "again")).toMatchObject({ code: 1 });
  expect(await figures(inviter)).toMatchObject({
    withdrawableCents: 3_600,
    cashedOutCents: 3_000,
  });
  await page.reload();
  await page.getByRole("tab", { name: /withdrawals/i }).click();
  await shows(page, /no such wallet/);
});
