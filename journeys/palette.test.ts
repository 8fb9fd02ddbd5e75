/** By keyboard: the command palette, shortcuts, and where the focus goes on a navigation. */
import type { Page } from "playwright-core";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { customerWithMoney } from "./customer.ts";
import { openPageIn, signIn } from "./person.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

let page: Page;
const { product, browser, troubles } = journey();
const customer = borrowed(() => customerWithMoney(10_000)(product));
beforeAll(async () => {
  for (const account of ["Alpha001", "Bravo002", "Charlie3"]) {
    const password = "secret123";
    await customer.ask("addSubUser", { account, password, trafficGb: 0, remark: "Büro" });
  }
  page = await pageOf(1440);
  await signIn(page, product.url, { email: customer.email });
  await page.goto(`${product.url}/cli/home`);
});

async function pageOf(width: number, more: object = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: "reduce",
    ...more,
  });
  return openPageIn(context, troubles);
}
const heading = (name: string, on = page) =>
  on.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const palette = (on = page) => on.getByRole("combobox", { name: "Command palette" });
const focused = (on = page) =>
  on.evaluate<string>("document.activeElement.id || document.activeElement.outerHTML");

describe("the palette", () => {
  it("opens with Ctrl K, finds a sub-account by part of its name, and opens it with Enter", async () => {
    await heading("Home");
    await page.keyboard.press("Control+k");
    await palette().fill("ravo");
    const option = page.getByRole("option", { name: "Bravo002 Sub-account · Büro" });
    await option.waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/cli/traffic-use?q=Bravo002");
    await heading("Residential");
    await page.getByRole("row", { name: /Bravo002/ }).waitFor();
    expect(await page.getByRole("row", { name: /Alpha001/ }).count()).toBe(0);
  });

  it("leads to another sub-account, whose name then appears in the screen's search", async () => {
    await page.keyboard.press("Control+k");
    await palette().fill("charlie");
    await page.getByRole("option", { name: /^Charlie3/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /Charlie3/ }).waitFor();
    expect(await page.locator("#screen input[type=search]").inputValue()).toBe("Charlie3");
  });

  it("lists recent items, and finds screens and actions by other names", async () => {
    await page.keyboard.press("Control+k");
    const recent = page.getByRole("group", { name: "Recent" });
    const names = recent.getByRole("option");
    await names.first().waitFor();
    expect(await names.allInnerTexts()).toMatchObject([
      expect.stringContaining("Charlie3"),
      expect.stringContaining("Bravo002"),
    ]);
    for (const [typed, found] of [
      ["curl", "Residential"],
      ["2fa", "Two-factor authentication"],
      ["invoice", "Orders and invoices"],
      ["proxy list", "API extraction"],
    ] as const) {
      await palette().fill(typed);
      await page.getByRole("option", { name: found, exact: true }).waitFor();
    }
    await palette().fill("no such thing at all");
    await page.getByText("Nothing found for “no such thing at all”").waitFor();
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
  });

  it("is navigated with the arrow keys, and returns the focus when closed", async () => {
    const button = page.getByRole("button", { name: /^Search Ctrl K$/ });
    await button.focus();
    await page.keyboard.press("Enter");
    await palette().waitFor();
    const selected = page.getByRole("option", { selected: true });
    const first = await selected.innerText();
    await page.keyboard.press("ArrowUp");
    expect(await selected.innerText()).toContain("Language: Deutsch");
    await page.keyboard.press("ArrowDown");
    expect(await selected.innerText()).toBe(first);
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
    await waitFor("the button has the focus", async () => (await focused()).includes("Ctrl K"));
  });

  it.runIf(isFull)(
    "receives every key from the first one on, even while it is still loading",
    async () => {
      await page.goto(`${product.url}/cli/traffic-use`);
      await heading("Residential");
      await page.locator("#screen").focus();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("gs?/charl");
      await palette().waitFor();
      await waitFor(
        "all keys are there",
        async () => (await palette().inputValue()) === "gs?/charl",
      );
      expect(new URL(page.url()).pathname).toBe("/cli/traffic-use");
      await page.keyboard.press("Escape");
      await palette().waitFor({ state: "detached" });
    },
  );

  it.runIf(isFull)("runs a listed action: another language changes the texts", async () => {
    for (const [typed, name, title] of [
      ["deutsch", "Language: Deutsch", "Zugang"],
      ["englisch", "Sprache: English", "Access"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(typed);
      await page.getByRole("option", { name }).click();
      await page.getByRole("link", { name: title, exact: true }).waitFor();
    }
  });
});

describe("single-key shortcuts", () => {
  it("open a screen with g and a letter, focus it and announce its title", async () => {
    await page.locator("#screen").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.waitForURL("**/cli/static-proxies");
    await heading("Static");
    expect(await focused()).toBe("screen");
    await page.getByRole("status").filter({ hasText: "Long-term ISP" }).waitFor();
  });

  it("are plain letters while typing in a field", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await heading("Residential");
    await page.keyboard.press("/");
    await page.keyboard.type("gh?");
    const field = page.locator("#screen input[type=search]");
    expect(await field.inputValue()).toBe("gh?");
    expect(new URL(page.url()).pathname).toBe("/cli/traffic-use");
    await field.fill("");
  });

  it.runIf(isFull)(
    "are listed in a dialog that ? opens, where they can be turned off",
    async () => {
      await page.locator("#screen").focus();
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.getByText("Go to a screen").waitFor();
      expect(await axe(page)).toEqual([]);
      const toggle = sheet.getByRole("switch", { name: "Shortcuts of single keys" });
      await toggle.focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await page.keyboard.press("Control+k");
      await palette().waitFor();
      expect(new URL(page.url()).pathname).toBe("/cli/traffic-use");
      await palette().fill("shortcuts");
      await page.getByRole("option", { name: "Keyboard shortcuts" }).waitFor();
      await page.keyboard.press("Enter");
      await toggle.focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    },
  );
});

it.runIf(isFull)("on a phone: the palette opens from its icon and fits the screen", async () => {
  const phone = await pageOf(360, { hasTouch: true, isMobile: true });
  await signIn(phone, product.url, { email: customer.email });
  await phone.goto(`${product.url}/cli/home`);
  await heading("Home", phone);
  await phone.getByRole("button", { name: "Search", exact: true }).tap();
  await palette(phone).fill("alpha");
  expect(await scrollsSideways(phone)).toBe(false);
  await phone.getByRole("option", { name: /^Alpha001/ }).tap();
  await heading("Residential", phone);
  await phone.context().close();
});

describe("outside the screens", () => {
  it("a browser that is offline shows a notice", async () => {
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  });

  it.runIf(isFull)("the not-found page offers the search", async () => {
    await page.goto(`${product.url}/nowhere`);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await palette().fill("whitelist");
    await page.getByRole("option", { name: "Whitelist", exact: true }).click();
    await heading("Residential");
  });

  it("a low window scrolls the menu to the current entry", async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(`${product.url}/cli/setting`);
    await heading("Settings");
    const entry = page.getByRole("navigation").getByRole("link", { name: "Settings", exact: true });
    await waitFor("the entry is in view", async () => {
      const box = await entry.boundingBox();
      return box !== null && box.y > 56 && box.y + box.height < 460;
    });
  });

  it("there were no errors in the browser", () => expect(troubles).toEqual([]));
});
