/**
 * A promo code from the link in an advertisement to the discount: through signing up, in Chromium on a
 * phone (spec/money#promo-codes). TURNPIKE_SHOTS names a folder for screenshots.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { axe, newContext, scrollsSideways } from "./browser.ts";
import { customerOf, topUp, verifyMail } from "./customer.ts";
import { operator } from "./operator.ts";
import { openPageIn, PASSWORD } from "./person.ts";
import { journey } from "./journey.ts";

const shots = process.env["TURNPIKE_SHOTS"];
const code = `Spring-${process.pid}`;
const email = `promo${process.pid}@example.com`;

const { product, browser, troubles } = journey();
let page: Page;
beforeAll(async () => {
  page = await openPageIn(await newContext(browser), troubles);
  await page.setViewportSize({ width: 390, height: 844 });
});

const promo = async () => {
  const { said } = await operator(product, "promo", "list");
  const rows = said as { code: string; uses: number }[];
  return rows.find((row) => row.code.toLowerCase() === code.toLowerCase());
};

async function look(name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect([name, width, await scrollsSideways(page)]).toEqual([name, width, false]);
    if (!shots) continue;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: path.join(shots, `${name}-${width}.png`) });
  }
  expect([name, await axe(page)]).toEqual([name, []]);
  await page.setViewportSize({ width: 390, height: 844 });
}

it("A link's code is kept while its visitor signs up", async () => {
  const added = await operator(product, "promo", "add", code, "--percent", "25", "--new-only");
  expect(added).toMatchObject({ code: 0 });
  await page.goto(`${product.url}/?promo=${code}`);
  await page.waitForURL("**/index/login**");
  await page
    .getByRole("link", { name: /create an account/i })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page
    .locator("form")
    .getByRole("button", { name: /create/i })
    .click();
  await page.waitForURL("**/cli/home");
});

it("The first purchase has its discount, without anything typed", async () => {
  const session = await page.evaluate<string>("localStorage.getItem('app.session')");
  const customer = customerOf(product, email, session);
  await verifyMail(product, customer);
  await topUp(customer, 10_000);
  await page.goto(`${product.url}/cli/traffic-use?dialog=buy`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^Yours now: /).waitFor();
  expect(await dialog.getByLabel("Promo code").inputValue()).toBe(code);
  const buy = dialog.getByRole("button", { name: "Buy 10 GB for $22.50" });
  await buy.waitFor();
  await look("promo");
  await buy.click();
  await dialog.getByText("10 GB are yours").waitFor();
  const { items } = await customer.ask("orderList", {});
  expect(items).toMatchObject([{ amountCents: 2_250, status: "paid" }]);
  expect(await promo()).toMatchObject({ uses: 1 });
});

it("It is used up for this customer: the next purchase costs what the list says", async () => {
  await page.goto(`${product.url}/cli/traffic-use?dialog=buy`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Buy 10 GB for $30.00" }).waitFor();
  const field = dialog.getByLabel("Promo code");
  expect(await field.inputValue()).toBe("");
  await field.fill(code);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.getByText(/used up|not meant for this account/).waitFor();
  expect(troubles).toEqual([]);
});
