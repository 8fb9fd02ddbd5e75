/**
 * By keyboard alone: each dialog, drawer, menu, list, popover and calendar returns the focus,
 * however it was opened and closed. For menus and lists of all screens, see the walk.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "./browser.ts";
import { closeContexts, sharedBrowser, sharedProduct, sharedWalkers } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

let page: Page;
let url = "";
let plan = "";
const troubles: string[] = [];
beforeAll(async () => {
  const product = await sharedProduct();
  const { customer, named } = await sharedWalkers();
  ({ url } = product);
  plan = named["PORTS"] ?? "";
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(10_000);
  await context.addCookies([{ name: "session", value: customer.session, url }]);
  page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(String(error)));
}, 180_000);
afterAll(closeContexts, 30_000);

/** A readable name of the focused element. */
const focused = () =>
  page.evaluate<string>(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim() || document.activeElement?.tagName",
  );
const dialog = () => page.getByRole("dialog");

/** How each is opened: a button by its name and, if that opens a menu, one of its items. */
const ways: [what: string, address: string, button: string | RegExp, entry?: string][] = [
  ["a form", "/cli/traffic-use", "New sub-account"],
  ["a form from a row's menu", "/cli/traffic-use", /^More actions for looks/, "Edit"],
  [
    "a password from a row's menu",
    "/cli/traffic-use",
    /^More actions for looks/,
    "Change password",
  ],
  ["a question from a row's menu", "/cli/traffic-use", /^More actions for looks/, "Delete"],
  ["a purchase", "/cli/traffic-use", "Buy traffic"],
  ["saved views", "/cli/traffic-use", "Views"],
  ["the drawer of a static IP", "/cli/static-proxies", /^Details of \d/],
  ["a dialog from a static IP's menu", "/cli/static-proxies", /^More actions for/, "Replace"],
  ["a dialog that the address opens", "/cli/static-proxies", "Get IPs"],
  ["the drawer of a port", "/cli/unlimit-proxies?plan=PORTS", /^Details of port/],
  [
    "a form from a port's menu",
    "/cli/unlimit-proxies?plan=PORTS",
    /^More actions for port/,
    "Edit",
  ],
  ["opening by number", "/cli/isp-user", "Open by number"],
  ["a calendar", "/cli/request-log?range=custom", "Choose a date: From"],
  ["the notices", "/cli/home", /^Notifications/],
  ["the palette", "/cli/home", /^Search Ctrl K$/],
  ["the other device", "/cli/home", /^Account/, "Use on another device"],
];

const isFull = process.env["TURNPIKE_FULL"] === "1";
/** One of each kind, for partial runs. */
const kinds = [
  "a form from a row's menu",
  "saved views",
  "the drawer of a static IP",
  "a calendar",
  "the palette",
];
const opened = isFull ? ways : ways.filter(([what]) => kinds.includes(what));

describe("the focus returns (spec/dashboard#overlays-and-the-keyboard)", () => {
  it.each(opened)("from %s", async (_what, address, name, entry) => {
    await page.goto(url + address.replace("PORTS", plan));
    const button = page.getByRole("button", { name, exact: true }).first();
    await button.focus();
    const from = await focused();
    await page.keyboard.press("Enter");
    if (entry) {
      const item = page.getByRole("menuitem", { name: entry, exact: true });
      await item.focus();
      await page.keyboard.press("Enter");
    }
    await dialog().first().waitFor();
    await waitFor("the focus is in it", () =>
      page.evaluate<boolean>(
        "document.activeElement.closest('[data-portal], [role=dialog]') !== null",
      ),
    );
    expect(isFull ? await axe(page) : []).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().first().waitFor({ state: "detached" });
    // The button's label changes: "Notifications, 2 unread" have been read by then.
    const back = async () => (await focused()).split(",")[0] === from.split(",")[0];
    await waitFor("the focus is back", back);
  });

  it("to the table if the focused element has disappeared", async () => {
    await page.goto(`${url}/cli/traffic-use?q=looks`);
    const boxes = page.getByRole("checkbox", { name: /^Select looks/ });
    await boxes.first().focus();
    await page.keyboard.press("Space");
    const clear = page.getByRole("button", { name: "Clear the selection" });
    await clear.focus();
    await page.keyboard.press("Enter");
    await waitFor("the table has it", async () => (await focused()) === "List of sub-accounts");
  });

  it("without errors in the browser", () => expect(troubles).toEqual([]));
});
