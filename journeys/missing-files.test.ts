/** The dashboard when one of its files is missing: the menu works, no empty page, no text key. */
import type { Page } from "playwright-core";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { newContext } from "./browser.ts";
import { customerWithMoney } from "./customer.ts";
import { openPageIn, signIn } from "./person.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey();
const customer = borrowed(() => customerWithMoney(1_000)(product));
let page: Page;

beforeEach(async () => {
  // With an empty cache, so that every file is requested.
  page = await openPageIn(await newContext(browser), troubles);
  await signIn(page, product.url, { email: customer.email });
  await page.goto(`${product.url}/cli/home`);
  await heading("Home");
  return async () => {
    await page.context().close();
    // The files that a test takes away are missing, as they should be.
    const others = troubles.filter((trouble) => !trouble.startsWith("502 "));
    if (others.length > 0) throw new Error(others.join("\n"));
  };
});

const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const menu = (name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

describe("if a file fails to load", () => {
  it("the screen shows an error, keeps the menu, and opens on another attempt", async () => {
    let blocked = true;
    await page.route("**/Usage-*.js", (route) =>
      blocked ? route.fulfill({ status: 502, body: "" }) : route.continue(),
    );
    await menu("Usage");
    await page.getByText("This could not be loaded").waitFor();
    await menu("Billing");
    await heading("Billing");
    await menu("Usage");
    await page.getByText("This could not be loaded").waitFor();
    blocked = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await heading("Usage");
  });

  it.runIf(isFull)("a translation that failed once is requested again", async () => {
    let asked = 0;
    await page.route("**/en/package-purchase.json", (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 502, body: "" }) : route.continue();
    });
    await menu("Usage");
    await heading("Usage");
    expect(asked).toBe(2);
  });
});

it.runIf(isFull)(
  "when navigating each screen starts at its top, and going back restores the scroll position",
  async () => {
    const scrolled = () => page.evaluate<number>("Math.round(scrollY)");
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByRole("button", { name: "Show the guide to the first request" }).waitFor();
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const left = await scrolled();
    expect(left).toBeGreaterThan(300);
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await heading("Residential");
    await waitFor("the top is seen", async () => (await scrolled()) === 0);
    expect(await page.evaluate("document.activeElement.id")).toBe("screen");
    await page.goBack();
    await heading("Home");
    await waitFor("the place is seen again", async () => Math.abs((await scrolled()) - left) < 40);
  },
);
