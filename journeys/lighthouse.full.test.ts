/**
 * Lighthouse scores of the built dashboard and console (`lighthouse.ts`). It measures time, so
 * nothing else may run at the same time.
 */
import { afterAll, beforeAll, describe, it } from "vitest";
import { setPassword } from "./console-owner.ts";
import { type LighthouseBrowser, startLighthouse } from "./lighthouse.ts";
import { operator } from "./operator.ts";
import { sharedProduct, sharedWalkers } from "./shared.ts";
import { paths } from "./walk-paths.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

/** The console's own route table; imported at run time, since it is compiled with the console. */
const table = new URL("../apps/console/src/app/navigation/screens.ts", import.meta.url).href;
const { screens } = (await import(table)) as { screens: { path: string }[] };

const waitMs = 300_000;
const product = borrowed(sharedProduct);
let browser: LighthouseBrowser;
beforeAll(async () => {
  browser = await startLighthouse();
}, 180_000);
afterAll(() => browser?.close(), 30_000);

describe("Lighthouse rates the dashboard well:", () => {
  const judge = (address: string) => browser.judge(product.url + address);

  it.each(["/index/login", "/index/register"])("%s before sign-in", judge, waitMs);

  it("signs in for the remaining pages", async () => {
    const { customer } = await sharedWalkers();
    await browser.context.addCookies([
      { name: "session", value: customer.session, url: product.url },
    ]);
    const page = await browser.context.newPage();
    // Load it first, so that the scores are those of a returning customer.
    await page.goto(`${product.url}/cli/home`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.close();
  }, 180_000);

  it.each(paths.filter((one) => !one.includes("?")))("%s after sign-in", judge, waitMs);
});

describe("Lighthouse rates the operator's console well:", () => {
  const at = (address: string) => `http://127.0.0.1:${product.ports.console}${address}`;
  const judge = (address: string) => browser.judge(at(address));

  it("signs in with a one-time link", async () => {
    const person = ["staff", "add", "lena@operator.example", "--role", "owner"];
    const { said } = await operator(product, ...person);
    const page = await browser.context.newPage();
    await page.goto(at(`/${new URL((said as { link: string }).link).hash}`));
    await setPassword(page);
    await page.close();
  });

  it.each(screens.map(({ path }) => path).filter((one) => !one.includes(":")))("%s", judge, waitMs);
});
