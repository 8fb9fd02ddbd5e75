/**
 * What the screens of a well-filled account offer to each role of its team: no button that the API
 * would refuse (spec/accounts#roles).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { roleScopes, type TeamRole } from "@turnpike/rules/team.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { type Customer, customerWithTraffic, register } from "./customer.ts";
import { newestMail, openDevicePage, PASSWORD, signIn } from "./person.ts";
import type { RunningProduct } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct } from "./shared.ts";
import { homePaths, planPaths, poolPaths, staticPaths, trafficPaths } from "./walk-paths.ts";

let product: RunningProduct;
let owner: Customer;
let plan = "";
const troubles: string[] = [];
/** Addresses that open a dialog are not reached by a button. */
const opensDialog = /dialog=|recharge=|buy=|take=|guide=|BANDWIDTH|tab=account|tab=sessions/;
const paths = [...homePaths, ...trafficPaths, ...poolPaths, ...staticPaths, ...planPaths].filter(
  (path) => !opensDialog.test(path),
);

beforeAll(async () => {
  product = await sharedProduct();
  const { customer } = await customerWithTraffic(product);
  owner = customer;
  const more = { account: `team${process.pid}`, password: "secret123", trafficGb: 0 };
  await owner.ask("addSubUser", more);
  await owner.ask("placeOrder", { sku: "ip-standard", quantity: 100, method: "wallet" });
  await owner.ask("staticUse", { country: "US", num: 2, days: 7, pay: "wallet" });
  for (const auth of ["user", "nouser"] as const)
    await owner.ask("ipOpen", { country: "DE", num: 1, hours: 2, auth });
  await owner.ask("whitePortAdd", { country: "US", num: 2, minutes: 60 });
  await owner.ask("apiLinkAdd", { plan: "ip", num: 5, hours: 1, country: "DE", format: "txt" });
  await owner.ask("addTrafficWhite", { ips: "203.0.113.77" });
  const order = {
    region: "europe",
    days: 30,
    method: "wallet",
    kind: "port",
    quantity: 3,
  } as const;
  plan = (await owner.ask("orderUnlimit", order)).planId ?? "";
}, 120_000);
afterAll(closeContexts, 60_000);

/** A person with this role, in the owner's account. */
async function member(role: TeamRole): Promise<Page> {
  const own = await register(product);
  await owner.ask("teamInvite", { email: own.email, role, password: PASSWORD });
  const { text } = await newestMail(product, own.email, /#invitation=/);
  const page = await openDevicePage(await sharedBrowser(), troubles);
  await signIn(page, product.url, own);
  await page.goto(/\S+#invitation=[\w-]+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "Open the account" }).click();
  await page.getByText(`You are working in the account of ${owner.email}`).waitFor();
  return page;
}

/** Waits for the screen's calls; some screens keep a stream open. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => undefined);
}

/** Names of what can be pressed on the screen: buttons, switches that are not fixed, items of menus. */
async function offered(page: Page): Promise<string[]> {
  const menus = page.locator('main [aria-haspopup="menu"]:visible');
  const found: string[] = [];
  const names = async (selector: string) => {
    for (const one of await page.locator(selector).all()) {
      const label = (await one.getAttribute("aria-label")) ?? (await one.innerText());
      found.push(label.replaceAll(/\s+/g, " ").trim());
    }
  };
  await names('main :is(button, a, input[role="switch"]):visible:not(:disabled)');
  for (let at = 0; at < Math.min(await menus.count(), 3); at++) {
    await menus
      .nth(at)
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page
      .locator('[role="menuitem"]:visible')
      .first()
      .waitFor({ timeout: 1_000 })
      .catch(() => undefined);
    await names('[role="menuitem"]:visible');
    await page.keyboard.press("Escape");
  }
  return found;
}

/** How buttons begin that need a scope. */
const words: Record<string, RegExp> = {
  buy: /^(Buy|Top up|Order (the|a)|Renew\b|Open (by|\d|127|again)|Take|Get (IPs|your)|Redeem|Create link|Pay)/,
  proxies:
    /^(Create a|New sub|New exit|Edit|Set |Delete|Close it|Add\b|Replace|Reset|Change|Move|Make (\d+ ports|it)|.+ enabled|Test)/,
  money: /^(Withdraw\b|Make \d+ keys|Download the invoice|Save a card|Auto-renew|Turn on)/,
  manage: /^(Export (?!CSV)|Add a webhook|Choose your own)/,
};

test.each(["viewer", "billing", "developer"] as const)(
  "a %s is offered nothing that is refused, on any screen",
  async (role) => {
    const page = await member(role);
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (!answer.url().includes("/v1/") && !answer.url().includes("/v2/")) return;
      answer.text().then(
        (text) => text.includes('"roleScope"') && refused.push(new URL(answer.url()).pathname),
        () => undefined,
      );
    });
    const seen: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(product.url + path.replace("PORTS", plan));
      await settled(page);
      seen[path] = await offered(page);
    }
    const folder = process.env["PICTURES"];
    if (folder) mkdirSync(folder, { recursive: true });
    if (folder) writeFileSync(`${folder}/${role}.json`, JSON.stringify(seen, null, 1));
    expect(refused).toEqual([]);
    const beyond = Object.keys(words).filter((scope) => !roleScopes(role).includes(scope as never));
    const wrong = Object.entries(seen).flatMap(([path, names]) =>
      names.flatMap((name) =>
        beyond.some((scope) => words[scope]?.test(name)) ? [`${path}: ${name}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
    for (const width of [1440, 390])
      for (const path of ["/cli/home", "/cli/traffic-use", "/cli/static-proxies", "/cli/billing"]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(product.url + path);
        await settled(page);
        expect([path, width, await axe(page), await scrollsSideways(page)]).toEqual([
          path,
          width,
          [],
          false,
        ]);
        if (folder)
          await page.screenshot({
            path: `${folder}/${role}${path.replaceAll("/", "-")}-${width}.png`,
          });
      }
    expect(troubles).toEqual([]);
  },
  300_000,
);
