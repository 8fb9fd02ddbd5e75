/**
 * All screens of the operator's console, on a phone in dark mode and on a wide screen: axe, no
 * sideways scrolling. By keyboard, each menu, menu item and button that opens a dialog: axe while
 * it is open, Escape closes it, and the focus returns to its origin.
 */
import type { ElementHandle, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { setPassword } from "./console-owner.ts";
import { operator } from "./operator.ts";
import type { RunningProduct } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct, sharedWalkers } from "./shared.ts";
import { closingFaults, isOpen, kindOf, settles } from "./walk-overlays.ts";

/** The console's own route table; imported at run time, since it is compiled with the console. */
const table = new URL("../apps/console/src/app/navigation/screens.ts", import.meta.url).href;
const { screens } = (await import(table)) as { screens: { path: string }[] };
const looks = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;
/** Buttons that leave the screen, or open something outside the page. */
const ELSEWHERE = /Export|Sign out|Download|as the customer|Retry/i;

let product: RunningProduct;
let page: Page;
let customer = "";
/** Number of menus, dialogs and menu items opened and closed. */
let examined = 0;
const troubles: string[] = [];
beforeAll(async () => {
  product = await sharedProduct();
  const { customer: walker } = await sharedWalkers();
  const add = ["staff", "add", "iris@operator.example", "--role", "owner"];
  const { said } = await operator(product, ...add);
  const context = await (await sharedBrowser()).newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(String(error)));
  await page.goto(at(`/${new URL((said as { link: string }).link).hash}`));
  await setPassword(page);
  await page.goto(at(`/customers?search=${encodeURIComponent(walker.email)}`));
  await page.getByRole("row").filter({ hasText: walker.email }).click();
  await page.waitForURL(/customers\/[^?]/);
  customer = new URL(page.url()).pathname;
}, 240_000);
afterAll(closeContexts, 30_000);

const at = (address: string) => `http://127.0.0.1:${product.ports.console}${address}`;

async function opened(address: string): Promise<void> {
  await page.goto(at(address));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
}

/** Activates it by keyboard; returns whether something opened. */
async function opens(opener: ElementHandle): Promise<boolean> {
  await opener.focus();
  await page.keyboard.press("Enter");
  return settles(page, true, 700);
}

/** Buttons of a kind not yet tried with this viewport; buttons that name rows count as one kind. */
async function untried(seen: Set<string>): Promise<{ button: ElementHandle; kind: string }[]> {
  const found = [];
  for (const button of await page.$$("main button:not(:disabled), header button")) {
    const kind = await kindOf(button).catch(() => "");
    if (kind === "" || seen.has(kind) || ELSEWHERE.test(kind)) continue;
    seen.add(kind);
    found.push({ button, kind });
  }
  return found;
}

/** Tries each item of the menu, which is open before and closed afterwards. */
async function entriesFaults(button: ElementHandle, kind: string): Promise<string[]> {
  const faults: string[] = [];
  const names = await page.getByRole("menuitem").allInnerTexts();
  await page.keyboard.press("Escape");
  await settles(page, false);
  for (const name of names.filter((one) => !ELSEWHERE.test(one))) {
    const address = page.url();
    if (!(await opens(button))) return [...faults, `${kind}: does not open again`];
    const entry = page.getByRole("menuitem", { name, exact: true });
    if ((await entry.count()) !== 1 || (await entry.getAttribute("href"))) {
      await page.keyboard.press("Escape");
      await settles(page, false);
      continue;
    }
    await entry.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    const shown = await dialog.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (shown) examined += 1;
    if (shown) faults.push(...(await closingFaults(page, button, `${kind} > ${name}`)));
    else if (page.url() !== address) return faults;
  }
  return faults;
}

async function faultsOf(address: string, seen: Set<string>): Promise<string[]> {
  await opened(address);
  const faults = await axe(page);
  if (await scrollsSideways(page)) faults.push("scrolls sideways");
  for (const { button, kind } of await untried(seen)) {
    const isThere = await button.evaluate(
      (node) => (node as unknown as { isConnected: boolean }).isConnected,
    );
    if (!isThere || !(await opens(button))) continue;
    examined += 1;
    const isMenu = (await page.getByRole("menu").count()) > 0;
    if (isMenu) {
      faults.push(...(await axe(page, "[role=menu]")).map((fault) => `${kind}: ${fault}`));
      // Items of the header's menus change the language, the colours or the session.
      const inMain = await button.evaluate(
        (node) => (node as unknown as { closest(s: string): unknown }).closest("main") !== null,
      );
      if (inMain) faults.push(...(await entriesFaults(button, kind)));
    } else faults.push(...(await closingFaults(page, button, kind)));
    if (await isOpen(page)) {
      await page.keyboard.press("Escape");
      if (!(await settles(page, false))) faults.push(`${kind}: does not close by Escape`);
    }
  }
  return faults;
}

for (const { width, height, colorScheme } of looks) {
  const seen = new Set<string>();
  it.each(screens.map(({ path }) => path).filter((path) => path !== "/cases/:number"))(
    `%s at ${width} px, ${colorScheme}`,
    async (path) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const one: Record<string, string> = {
        "/customers/:id": customer,
        "/mails/:name": "/mails/refund",
      };
      expect(await faultsOf(one[path] ?? path, seen)).toEqual([]);
    },
    180_000,
  );
}

it("no errors occurred, and more than 60 menus and dialogs were opened", () => {
  console.info(`${examined} menus and dialogs were opened`);
  expect(troubles).toEqual([]);
  expect(examined).toBeGreaterThan(60);
});
