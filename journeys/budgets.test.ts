/**
 * Size budgets of the built dashboard: 150 kB of compressed JavaScript initially for the sign-in
 * page, 300 kB for any screen after it. Lighthouse: lighthouse.full.test.ts.
 */
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFullBrowser } from "./browser.ts";
import type { Customer } from "./customer.ts";
import { type RunningProduct } from "./product.ts";
import { sharedProduct, sharedWalkers } from "./shared.ts";
import { paths, visitors } from "./walk-paths.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const SIGN_IN_BYTES = 150_000;
const SCREEN_BYTES = 300_000;

let product: RunningProduct;
let customer: Customer;
let browser: Browser;
beforeAll(async () => {
  browser = await startFullBrowser();
  product = await sharedProduct();
  ({ customer } = await sharedWalkers());
}, 180_000);
afterAll(() => browser?.close());

const customerPaths = isFull
  ? paths.filter((one) => !one.includes("?"))
  : ["/cli/home", "/cli/live"];
const weighed = { visitor: visitors, customer: customerPaths };

describe("the JavaScript of the first page load", () => {
  /** Compressed bytes of all scripts until the screen is shown and nothing more is loaded. */
  async function scriptsOf(page: Page, address: string): Promise<number> {
    const scripts: Request[] = [];
    let cameAt = Date.now();
    page.on("requestfinished", (request) => {
      cameAt = Date.now();
      if (request.resourceType() === "script") scripts.push(request);
    });
    await page.goto(product.url + address, { waitUntil: "load" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await waitFor("nothing more comes", () => Date.now() - cameAt > 500, 20_000);
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  }

  // Concurrent: while one waits for further requests, others load.
  it.concurrent.each([
    // The page for unknown paths includes the search for signed-in customers.
    ...weighed.visitor.map((address) => ({
      address,
      most: address === "/nowhere" ? SCREEN_BYTES : SIGN_IN_BYTES,
      who: "visitor",
    })),
    ...weighed.customer.map((address) => ({ address, most: SCREEN_BYTES, who: "customer" })),
  ])("of $address is at most $most bytes", async ({ address, most, who }) => {
    const context = await browser.newContext();
    try {
      if (who === "customer") {
        const cookie = { name: "session", value: customer.session, url: product.url };
        await context.addCookies([cookie]);
      }
      const bytes = await scriptsOf(await context.newPage(), address);
      console.info(`${address}: ${Math.round(bytes / 1000)} kB`);
      expect(bytes).toBeGreaterThan(50_000);
      expect(bytes).toBeLessThanOrEqual(most);
    } finally {
      await context.close();
    }
  });
});
