/**
 * Frequent tasks, each at most three clicks from the overview (spec/dashboard#overview): the main
 * password, last week's country with most usage, why requests failed, replacing a dead IP, and who
 * receives mails about the account.
 */
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithTraffic } from "./customer.ts";
import { operator } from "./operator.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const MAX_CLICKS = 3;

const product = borrowed(sharedProduct);
const main = borrowed(() => customerWithTraffic(product));
const { page, customer } = customerJourney(async () => main.customer, product);
let clicks = 0;
beforeAll(async () => {
  const proxy = `http://${main.account}:${main.password}@${product.gateway}`;
  await curl("-x", proxy, "-o", "/dev/null", `${product.target}/bytes/250000`);
  await curl("-x", proxy, "-o", "/dev/null", "http://10.0.0.1/");
  page.setDefaultNavigationTimeout(30_000);
  await waitFor("the log has both requests", async () => {
    const { items } = await customer.ask("requestLog", {});
    return items.length === 2;
  });
});
beforeEach(async () => {
  clicks = 0;
  await page.goto(`${product.url}/cli/home`);
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  return () => {
    if (clicks > MAX_CLICKS) throw new Error(`${clicks} clicks`);
  };
});

async function click(what: Locator): Promise<void> {
  clicks += 1;
  await what.click();
}
const menu = (name: string) =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name, exact: true });

it("the password of the main proxy is shown within three clicks", async () => {
  await click(menu("Residential"));
  await click(page.getByRole("button", { name: `Show the password of ${main.account}` }));
  await page.getByText(main.password, { exact: true }).waitFor();
});

it("the country with the most usage last week is shown within three clicks", async () => {
  const to = new Date();
  const from = new Date(to.getTime() - 6 * 86_400_000).toISOString().slice(0, 10);
  const question = {
    from,
    to: to.toISOString().slice(0, 10),
    grain: "day",
    by: "country",
  } as const;
  const { top } = await customer.ask("usage", question);
  await click(page.getByRole("link", { name: "By country, last 7 days" }));
  const table = page.getByRole("table", { name: "Usage by: Country" });
  await table.getByRole("button", { name: top[0]?.label ?? "none", exact: true }).waitFor();
});

it("the reason why requests failed is shown within three clicks", async () => {
  const { items } = await customer.ask("requestLog", { outcome: "errors" });
  await click(page.getByRole("link", { name: "See why" }));
  await page.waitForURL("**/cli/request-log**");
  await click(
    page
      .getByRole("table")
      .getByText(items[0]?.target ?? "none")
      .first(),
  );
  await page
    .getByRole("dialog")
    .getByText(items[0]?.fix ?? "none")
    .waitFor();
});

it("a dead IP is replaced within three clicks", async () => {
  const taken = { country: "US", num: 1, days: 7, pay: "wallet" } as const;
  const [ip] = (await customer.ask("staticUse", taken)).items;
  if (!ip) throw new Error("none was taken");
  const { code, error } = await operator(product, "exits", "retire", ip.host);
  expect({ code, error }).toMatchObject({ code: 0 });
  const held = async () => (await customer.ask("staticInfo", { id: ip.id })).host;
  await page.reload();
  await click(page.getByRole("link", { name: ip.host, exact: true }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Replace", exact: true }));
  await click(page.getByRole("button", { name: "Replace 1 IP" }));
  await waitFor("it has another address", async () => (await held()) !== ip.host);
});

it("the second e-mail for notifications and the invoice details are reached within three clicks", async () => {
  await click(menu("Settings"));
  await click(page.getByRole("button", { name: "Add", exact: true }).first());
  await page.getByRole("textbox", { name: /New address/ }).waitFor();
  await page.keyboard.press("Escape");
  clicks = 0;
  await click(menu("Billing"));
  await click(page.getByRole("tab", { name: "Invoice details" }));
  await page.getByRole("textbox", { name: /Name or company/ }).waitFor();
});

it("the overview of an active customer fits on one screen and passes axe", async () => {
  // More expires soon than is shown at first, and there is a coupon.
  const discount = ["--kind", "discount", "--percent", "15", "--days", "40"];
  const [granted] = await Promise.all([
    operator(product, "coupon", "grant", customer.email, ...discount),
    customer.ask("staticUse", { country: "US", num: 5, days: 7, pay: "wallet" }),
  ]);
  expect(granted).toMatchObject({ code: 0 });
  await page.reload();
  await page.getByRole("button", { name: /^Show \d more$/ }).waitFor();
  await page.getByText("1 request failed").waitFor();
  await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  const below = await page.evaluate<number>(
    "document.documentElement.scrollHeight - document.documentElement.clientHeight",
  );
  expect(below).toBeLessThanOrEqual(0);
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axe(page)).toEqual([]);
});
