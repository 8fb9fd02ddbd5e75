/** The first owner of an operator's console: from the printed link to an active second factor. */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { PASSWORD } from "./person.ts";
import type { RunningProduct } from "./product.ts";

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Opens a screen through the menu. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await heading(page, name);
}

/** Sets the password on the page of a one-time link. */
export async function setPassword(page: Page, leadsTo = "Overview"): Promise<void> {
  await page.getByLabel("New password").fill(PASSWORD);
  await button(page, "Set the password and sign in").click();
  await heading(page, leadsTo);
}

/** Opens the link printed at the product's start, signs in with a new password, and leaves the set-up. */
export async function openPrintedLink(
  page: Page,
  product: RunningProduct,
  email: string,
): Promise<void> {
  const link = /http:\/\/\S+\/#link=\S+/;
  await waitFor("the link is printed", () => link.test(product.output()));
  await page.goto(link.exec(product.output())?.[0] ?? "");
  await page.getByLabel("E-mail").fill(email);
  await setPassword(page, "Set-up");
  await openScreen(page, "Overview");
}

/** Sets up two-factor authentication through the account menu. */
export async function bindMfa(page: Page, email: string): Promise<void> {
  await button(page, `Account ${email}`).click();
  await page.getByRole("menuitem", { name: "Set up two-factor authentication" }).click();
  await page.getByRole("img", { name: "QR code with the key for your app" }).waitFor();
  const secret = await page.locator("form p").first().innerText();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel("Authentication code").fill(app.generate());
  await button(page, "Confirm").click();
  await heading(page, "Save your recovery codes");
}
