/** The documentation as people use it: by mouse and keyboard, on a phone, and without scripts. */
import type { Browser, Page } from "playwright-core";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { journey } from "./journey.ts";

const { product, browser } = journey();

type Options = Parameters<Browser["newPage"]>[0];
async function withPage<T>(options: Options, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage(options);
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

/** Every second page; all of them in a full run. */
const paths = ["", "/gateway", "/errors", "/client", "/formats", "/webhooks", "/lookup"].filter(
  (_, at) => isFull || at % 2 === 0,
);

describe("the documentation", () => {
  it.each([[1440, "light"], ...(isFull ? ([[360, "dark"]] as const) : [])] as const)(
    "is accessible at %i px, %s, and loads nothing from other hosts",
    async (width, colorScheme) => {
      await withPage({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
        const troubles: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") troubles.push(message.text());
        });
        page.on("request", (request) => {
          if (!request.url().startsWith(product.url)) troubles.push(request.url());
        });
        for (const path of paths) {
          await page.goto(`${product.url}/docs${path}`);
          expect([path, await scrollsSideways(page)]).toEqual([path, false]);
          expect([path, await axe(page)]).toEqual([path, []]);
        }
        expect(troubles).toEqual([]);
      });
    },
  );

  it.runIf(isFull)("finds a call by typing, with the keyboard only", async () => {
    await withPage({ viewport: { width: 1440, height: 800 } }, async (page) => {
      await page.goto(`${product.url}/docs/api`);
      await page.keyboard.press("/");
      await page.keyboard.type("creates a sub-account.");
      const list = page.getByRole("navigation", { name: "Documentation" });
      await waitFor(
        "one call is left",
        async () => (await list.locator(".calls li:visible").count()) === 1,
      );
      await page.keyboard.press("Enter");
      await waitFor("the call is shown", () => page.url().endsWith("/docs/api#addSubUser"));
      const heading = page.getByRole("heading", { name: "addSubUser" });
      await waitFor("it is in sight", async () => {
        const box = await heading.boundingBox();
        return box !== null && box.y > 0 && box.y < 400;
      });
      await page.getByLabel("Filter calls").fill("nothing like this");
      await waitFor("it says so", async () =>
        (await list.textContent())?.includes("No call fits."),
      );
      expect(await scrollsSideways(page)).toBe(false);
    });
  });

  it.runIf(isFull)("copies an example with one click", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    await withPage({ permissions }, async (page) => {
      await page.goto(`${product.url}/docs`);
      await page.locator(".code").first().hover();
      await page.getByRole("button", { name: /^Copy/ }).first().click();
      await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toBe(`curl -x http://NAME:PASSWORD@${product.gateway} ${product.target}/ip`);
    });
  });

  it.runIf(isFull)(
    "remembers the chosen colour scheme and shares it with the dashboard",
    async () => {
      await withPage({ colorScheme: "light" }, async (page) => {
        await page.goto(`${product.url}/docs`);
        await page.getByRole("button", { name: "Dark colours" }).click();
        await page.goto(`${product.url}/docs/gateway`);
        const colour = "getComputedStyle(document.body).backgroundColor";
        expect(await page.evaluate<string>(colour)).toBe("rgb(15, 19, 17)");
        const stored = "localStorage.getItem('mantine-color-scheme-value')";
        expect(await page.evaluate<string>(stored)).toBe("dark");
      });
    },
  );

  it.runIf(isFull)("works on a phone without scripts: menu, links, calls", async () => {
    const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
    await withPage(phone, async (page) => {
      await page.goto(`${product.url}/docs`);
      const menu = page.getByRole("navigation", { name: "Documentation" });
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("link", { name: "Menu", exact: true }).click();
      await menu.getByRole("link", { name: "Close the menu" }).click();
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("link", { name: "Menu", exact: true }).click();
      await menu.getByRole("link", { name: "API reference" }).click();
      await page.getByRole("heading", { name: "addSubUser" }).waitFor();
      expect(await page.getByLabel("Filter calls").isVisible()).toBe(false);
      expect(await page.getByRole("button").count()).toBe(0);
    });
  });
});
