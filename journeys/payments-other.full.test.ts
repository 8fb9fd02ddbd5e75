/** PayPal, NOWPayments, bank transfers and auto top-up, from a click to a credited wallet. */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { startNowpaymentsPeer } from "../apps/api/src/commerce/payment-provider/nowpayments/testing-nowpayments.ts";
import { startPaypalPeer } from "../apps/api/src/commerce/payment-provider/paypal/testing-paypal.ts";
import { axe, scrollsSideways } from "./browser.ts";
import { operator } from "./operator.ts";
import {
  beginRecharge,
  newestPayment,
  startPaidProduct,
  waitForText,
  walletCents,
} from "./payments.ts";
import { navigateTo, PASSWORD } from "./person.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const paid = forTests(async () => {
  const [paypal, nowpayments] = await Promise.all([startPaypalPeer(), startNowpaymentsPeer()]);
  return startPaidProduct(
    { "/webhooks/paypal": paypal, "/webhooks/nowpayments": nowpayments },
    { BANK_DETAILS: "Example & Sons, IBAN DE02 1203 0000 0000 2020 51" },
  );
});

/** Nothing of a page lies beside the screen, or is hard to use. */
async function fits(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}
const credited = (cents: number) =>
  waitFor("it is credited", async () => (await walletCents(paid)) === cents, 20_000);

describe.each([390, 1440])("on a screen %i px wide", (width) => {
  beforeAll(async () => {
    await paid.page.setViewportSize({ width, height: 844 });
    paid.page.context().setDefaultTimeout(30_000);
  });

  it.each([
    { method: "PayPal", button: "Pay" },
    { method: "Cryptocurrency (NOWPayments)", button: "Pay in full" },
  ])("$method is paid at its page, and credited once", async ({ method, button }) => {
    const before = await walletCents(paid);
    const tab = await beginRecharge(paid, 20, method);
    await fits(paid.page);
    await tab.getByRole("button", { name: button, exact: true }).click();
    await tab.waitForURL("**/cli/home?payment=**");
    await credited(before + 2_000);
    await fits(tab);
    await tab.close();
  });

  it("a bank transfer shows where to and with which reference, and is confirmed by the staff", async () => {
    const before = await walletCents(paid);
    const tab = await beginRecharge(paid, 20, "Bank transfer");
    await tab.setViewportSize({ width, height: 844 });
    const { reference = "" } = (await confirmed(await newestPayment(paid), 500)) as {
      reference?: string;
    };
    await tab.reload();
    await waitForText(tab, reference);
    await waitForText(tab, "DE02 1203 0000 0000 2020 51");
    await waitForText(tab, "$15.00");
    await fits(tab);
    expect(await walletCents(paid)).toBe(before);
    await confirmed(reference, 1_500);
    await credited(before + 2_000);
    await tab.close();
    // The first command of a run loads the command line.
  }, 120_000);

  it("a saved card is charged when the wallet is below a sum", async () => {
    const { page, product } = paid;
    await navigateTo(page, product.url, "/cli/setting?tab=cards");
    await page.getByRole("button", { name: "Save a card" }).click();
    await page.waitForURL("**/setup/**");
    await page.getByRole("button", { name: "Save a card that pays" }).click();
    await page.getByText("•••• 4242").first().waitFor();
    await fits(page);
    const before = await walletCents(paid);
    const sum = (label: string, value: number) => page.getByLabel(label).fill(String(value));
    await page.getByRole("switch", { name: /^Top up by itself/ }).click();
    await sum("When the wallet is below", before / 100 + 10);
    await sum("Recharge", 30);
    await sum("At most each month", 60);
    await page.getByRole("button", { name: "Save auto top-up" }).click();
    const proof = page.getByRole("dialog");
    await proof.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await waitForText(page, "Auto top-up is on.");
    await credited(before + 3_000);
    await page.reload();
    await waitForText(page, /\$[36]0\.00 of at most \$60\.00/);
    await fits(page);
    await page.getByRole("button", { name: /^Delete .*4242/ }).click();
    await page.getByRole("button", { name: "Delete the card" }).click();
    await waitForText(page, "No card is saved");
  });
});

/** What the command says of a part of a transfer. */
async function confirmed(name: string, cents: number): Promise<unknown> {
  const shell = { dataDir: paid.product.dataDir, settings: paid.settings };
  const { code, said, error } = await operator(
    shell,
    "payments",
    "confirm",
    name,
    "--cents",
    `${cents}`,
  );
  if (code !== 0) throw new Error(error);
  return said;
}

it("they leave consistent accounting and no errors in the dashboard", async () => {
  expect(await operator(paid.product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
  expect(paid.troubles).toEqual([]);
});
