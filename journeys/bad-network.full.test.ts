/** The dashboard offline: nothing is lost, nothing is bought unasked, no page is empty. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { newContext, networkIdleProbe } from "./browser.ts";
import { customerWithMoney } from "./customer.ts";
import { openPageIn, navigateTo, signIn } from "./person.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey();
const customer = borrowed(() => customerWithMoney(1_000)(product));
let page: Page;
let quiet: () => boolean;

beforeEach(async () => {
  // With an empty cache: what has not been loaded yet is unavailable offline.
  page = await openPageIn(await newContext(browser), troubles);
  quiet = networkIdleProbe(page);
  await signIn(page, product.url, { email: customer.email });
  await page.goto(`${product.url}/cli/home`);
  await heading("Home");
  await whole();
  return async () => {
    await page.context().close();
    if (troubles.length > 0) throw new Error(troubles.join("\n"));
  };
});

const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** A file being loaded when the network goes is lost, so wait until the screen is complete. */
const whole = () => waitFor("nothing is on its way", quiet, 20_000);
const offline = (is: boolean) => page.context().setOffline(is);
const menu = (name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
const ordered = async () => (await customer.ask("orderList", {})).total;

describe("without a network", () => {
  it("a purchase fails at once and is not made later when the network is back", async () => {
    const buy = page.getByRole("button", { name: /^Buy 1 GB for/ });
    await buy.waitFor();
    await page.getByText("Wallet", { exact: true }).last().click();
    const before = await ordered();
    await offline(true);
    await buy.click();
    // Whether it arrived is unknown, so the guide asks; it does not order by itself.
    await page.getByText("Was the order placed?").waitFor();
    await offline(false);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
    await menu("Billing");
    await heading("Billing");
    expect(await ordered()).toBe(before);
  });

  it("a screen not yet loaded opens once the network is back; the current one stays until then", async () => {
    await offline(true);
    await menu("Usage");
    await page.getByText("You are offline.").waitFor();
    await page.getByRole("progressbar", { name: "Loading…" }).first().waitFor();
    await heading("Home");
    await offline(false);
    await heading("Usage");
  });

  it("the shortcuts dialog opens once the network is back, and the screen stays", async () => {
    await offline(true);
    await page.keyboard.press("?");
    await page.getByText("You are offline.").waitFor();
    await heading("Home");
    await offline(false);
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });
});

describe("parts that load on a click", () => {
  it("a tab not yet loaded opens once the network is back, and the tabs stay", async () => {
    await navigateTo(page, product.url, "/cli/setting");
    await heading("Settings");
    await whole();
    await offline(true);
    await page.getByRole("tab", { name: "Developers" }).click();
    await page.getByText("You are offline.").waitFor();
    await heading("Settings");
    await offline(false);
    await page.getByRole("heading", { name: "Access key" }).waitFor();
  });

  it("a dialog not yet loaded opens once the network is back, and the list stays", async () => {
    await navigateTo(page, product.url, "/cli/static-proxies");
    await heading("Static");
    const take = page.getByRole("button", { name: "Get IPs" }).first();
    await take.waitFor();
    await whole();
    await offline(true);
    await take.click();
    await page.getByText("You are offline.").waitFor();
    await heading("Static");
    await offline(false);
    await page.getByRole("dialog").waitFor();
  });
});
