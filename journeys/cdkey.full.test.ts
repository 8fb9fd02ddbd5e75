/**
 * An enterprise customer buys the IP plan, gets the invoice and creates CDKeys; someone else
 * redeems one (spec/cdkeys#redeeming, spec/cdkeys#making).
 */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { register, customerWithMoney } from "./customer.ts";
import { operator } from "./operator.ts";
import { openDevicePage, signIn } from "./person.ts";
import { customerJourney } from "./journey.ts";

const {
  product,
  browser,
  customer: maker,
  page,
  troubles,
} = customerJourney(customerWithMoney(100_000));

describe("CDKeys", () => {
  it("require the IP enterprise plan, which can be ordered from their page", async () => {
    await page.goto(`${product.url}/cli/cdkey`);
    await page.getByText("CDKeys come with the IP enterprise plan").waitFor();
    await page.getByRole("link", { name: "Order the IP enterprise plan" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Buy 10,000 IPs for/ }).click();
    await dialog.getByText(/IPs are yours|are yours/).waitFor();
    expect((await maker.ask("member", {})).ipBalance).toBe(10_000);
  });

  it("come with a readable invoice", async () => {
    await page.goto(`${product.url}/cli/billing`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: /invoice/i })
        .first()
        .click(),
    ]);
    const file = await download.path();
    const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
    expect(text).toContain("$450.00");
    expect(text).toContain(maker.email);
    expect(text).toMatch(/Residential IPs, enterprise/);
  });

  it("are created from the balance, and redeemed once by another customer", async () => {
    await page.goto(`${product.url}/cli/cdkey`);
    await page.getByLabel("IPs per key").fill("100");
    await page.getByLabel("Number of keys").fill("3");
    await page.getByRole("button", { name: "Make 3 CDKeys" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make 3 CDKeys" }).click();
    await page.getByRole("dialog").getByText("3 CDKeys made").waitFor();
    expect((await maker.ask("member", {})).ipBalance).toBe(9_700);
    const { items } = await maker.ask("cdkeys", {});
    const code = items[0]?.code ?? "";
    const friend = await register(product);
    const other = await openDevicePage(browser, troubles);
    await signIn(other, product.url, friend);
    await other.goto(`${product.url}/cli/cdkey`);
    const typed = code.toLowerCase().replaceAll("-", " ");
    await other.getByRole("textbox", { name: "CDKey" }).fill(typed);
    await other.getByRole("button", { name: "Redeem" }).click();
    await other.getByText(/100 IPs added/).waitFor();
    expect((await friend.ask("member", {})).ipBalance).toBe(100);
    expect(await maker.try("cdkeyUse", { code })).toMatchObject({ code: 410 });
    expect((await maker.ask("cdkeys", { status: "used" })).items).toMatchObject([
      { code, redeemerEmail: friend.email },
    ]);
    await other.goto(`${product.url}/cli/home`);
    await other.getByText("100 IPs").first().waitFor();
  });

  it("leave consistent accounting and no errors in the browser", async () => {
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
    expect(troubles).toEqual([]);
  });
});
