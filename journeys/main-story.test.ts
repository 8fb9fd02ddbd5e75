/**
 * The main story as a person does it: register, top up, buy traffic, create a sub-account, send
 * traffic with the curl command shown, and see exactly those bytes.
 */
import { execFile } from "node:child_process";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { curl } from "./customer.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey();
let page: Page;
beforeAll(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(8_000);
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
});

/** Runs a command line as if pasted into a terminal. */
const shell = (command: string) =>
  new Promise<string>((resolve, reject) => {
    execFile("bash", ["-c", command], { timeout: 20_000 }, (error, out) =>
      error ? reject(error) : resolve(out),
    );
  });
const button = (name: string | RegExp) => page.getByRole("button", { name });

describe("a newcomer", () => {
  it("registers and lands on the home page", async () => {
    await page.goto(product.url);
    await page.waitForURL("**/index/login");
    await page
      .getByRole("link", { name: /create an account|register|sign up/i })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Create an account" }).waitFor();
    await page.getByLabel(/e-?mail/i).fill("newcomer@example.com");
    await page.getByLabel("Password", { exact: true }).fill("Passw0rd!x");
    await page.getByRole("checkbox").check();
    await page
      .locator("form")
      .getByRole("button", { name: /create|register|sign up/i })
      .click();
    await page.waitForURL("**/cli/home");
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  });

  it("tops up the wallet and sees the bonus before and after", async () => {
    await button(/top up|recharge/i)
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill("500");
    await waitFor("the bonus is shown", async () => (await dialog.innerText()).includes("$25.00"));
    const [payPage] = await Promise.all([
      page.context().waitForEvent("page"),
      dialog
        .locator("form")
        .getByRole("button", { name: /pay|top up|continue|recharge/i })
        .last()
        .click(),
    ]);
    await payPage.waitForLoadState();
    await payPage
      .getByRole("button", { name: /paid|pay/i })
      .first()
      .click();
    await waitFor(
      "the dashboard notices without reloading",
      async () => (await page.locator("body").innerText()).includes("$525.00"),
      10_000,
    );
    await payPage.close().catch(() => undefined);
    await page.keyboard.press("Escape");
  });

  it("buys traffic with the wallet", async () => {
    await page.goto(`${product.url}/cli/traffic-use`);
    await button("Buy traffic").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Buy \d+ GB for/ }).click();
    await dialog.getByText(/GB are yours/).waitFor();
    await page.keyboard.press("Escape");
  });

  it("creates a sub-account, and the displayed curl command works at once", async () => {
    await button("New sub-account").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Account name").fill("storyteller");
    await dialog.getByLabel("Password", { exact: true }).fill("tell4stories");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("storyteller is ready").waitFor();
    const command = (await dialog.locator("pre, code").first().innerText()).trim();
    expect(command).toMatch(/^curl /);
    expect(JSON.parse(await shell(command))).toMatchObject({
      ip: expect.stringMatching(/^127\.1\./),
    });
    await page.keyboard.press("Escape");
  });

  it("sees exactly the bytes that curl transferred, seconds later", async () => {
    const size = 3_000_000;
    const proxy = `http://storyteller:tell4stories@${product.gateway}`;
    await curl("-p", "-x", proxy, "-o", "/dev/null", `${product.target}/bytes/${size}`);
    await page.goto(`${product.url}/cli/package-purchase`);
    await waitFor(
      "the statistics show it",
      async () => /3(\.\d+)? ?MB|0\.003 ?GB/.test(await page.locator("main").innerText()),
      10_000,
    );
    const [used = 0, counted] = await page.evaluate(async () => {
      const body = new URLSearchParams({ session: localStorage.getItem("app.session") ?? "" });
      const ask = async (path: string) => {
        const answer = await fetch(path, { method: "POST", body });
        return ((await answer.json()) as { data: Record<string, number> }).data;
      };
      const ledger = (await ask("/v1/trafficInfo"))["usedBytes"];
      return [ledger, (await ask("/v2/statis"))["totalBytes"]];
    });
    expect(counted).toBe(used);
    const shown = page.locator("main [data-bytes]");
    await waitFor(
      "the screen shows what the ledger has",
      async () => Number(await shown.first().getAttribute("data-bytes")) === used,
      10_000,
    );
    const days = page.getByRole("table", { name: "Days in figures" });
    const rows = days.locator("tbody tr [data-bytes]:first-child");
    expect(Number(await rows.first().getAttribute("data-bytes"))).toBe(used);
    await page.getByRole("combobox", { name: "Split by" }).click();
    await page.getByRole("option", { name: "Country" }).click();
    const countries = page.getByRole("table", { name: "Usage by: Country" });
    const sum = countries.locator("tfoot [data-bytes]").first();
    expect(Number(await sum.getAttribute("data-bytes"))).toBe(used);
  });

  it("encounters no errors", () => {
    expect(troubles).toEqual([]);
  });
});
