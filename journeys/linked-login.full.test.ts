/** Signing in with Google and linking it, through the lab's OpenID provider. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "./browser.ts";
import { register } from "./customer.ts";
import { openDevicePage, closeDevice, openSettings, PASSWORD, signIn } from "./person.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey();
/** Every URL that the dashboard requested: none may contain a token. */
const asked: string[] = [];

async function newDevice(): Promise<Page> {
  const page = await openDevicePage(browser, troubles);
  page.on("request", (request) => asked.push(request.url()));
  return page;
}

/** Enters a person's identity at the provider. */
async function beAtProvider(page: Page, email: string, verified = true): Promise<void> {
  await page.waitForURL("**/lab/oidc/**");
  expect(await axe(page)).toEqual([]);
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email);
  const box = page.getByRole("checkbox");
  if (!verified) await box.uncheck();
  await page.locator("button.main").click();
}

async function continueWithGoogle(page: Page): Promise<void> {
  await page.goto(`${product.url}/index/login`);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue with Google" }).click();
}

describe("Google sign-in with the lab's provider", () => {
  it("registers a new customer and signs them in again", async () => {
    const page = await newDevice();
    await continueWithGoogle(page);
    await beAtProvider(page, "newcomer@gmail.example");
    await page.waitForURL("**/cli/home");
    await page.getByRole("button", { name: "Account newcomer@gmail.example" }).waitFor();
    await closeDevice(page);
    const later = await newDevice();
    await continueWithGoogle(later);
    await later.waitForURL("**/lab/oidc/**");
    await later.getByRole("button", { name: /newcomer@gmail\.example/ }).click();
    await later.waitForURL("**/cli/home");
    await later.getByRole("button", { name: "Account newcomer@gmail.example" }).waitFor();
    await closeDevice(later);
  });

  it("is linked in the settings, used to sign in, and unlinked", async () => {
    const { email } = await register(product);
    const page = await newDevice();
    await signIn(page, product.url, { email });
    await openSettings(page, product.url, "security");
    await page.getByRole("button", { name: "Link Google" }).click();
    await beAtProvider(page, "other.name@gmail.example");
    const proof = page.getByRole("dialog");
    await proof.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL("**/cli/setting?tab=security");
    await page.getByText("Google is linked to your account now").waitFor();
    const phone = await newDevice();
    await continueWithGoogle(phone);
    await phone.waitForURL("**/lab/oidc/**");
    await phone.getByRole("button", { name: /other\.name@gmail\.example/ }).click();
    await phone.waitForURL("**/cli/home");
    await phone.getByRole("button", { name: `Account ${email}` }).waitFor();
    await closeDevice(phone);
    await page.getByRole("button", { name: "Unlink Google" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await page.getByText("Google is no longer linked.").first().waitFor();
    await closeDevice(page);
  });

  it("works on both names of this machine, and with a second person in one browser", async () => {
    const page = await newDevice();
    const { port } = new URL(product.url);
    for (const [origin, provider] of [
      [`http://localhost:${port}`, "GitHub"],
      [product.url, "LinkedIn"],
    ]) {
      const email = `${provider?.toLowerCase()}@elsewhere.example`;
      await page.goto(`${origin}/index/login`);
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: `Continue with ${provider}` }).click();
      await beAtProvider(page, email);
      await page.waitForURL(`${origin}/cli/home`);
      await page.getByRole("button", { name: `Account ${email}` }).waitFor();
    }
    await closeDevice(page);
  });

  it("never takes over an account by its e-mail, verified or not", async () => {
    const { email } = await register(product);
    for (const verified of [true, false]) {
      const page = await newDevice();
      await continueWithGoogle(page);
      await beAtProvider(page, email, verified);
      const why = verified ? /account with this e-mail exists/i : /verified/i;
      await page.getByRole("main").getByText(why).waitFor();
      expect(await page.evaluate(`localStorage.getItem("app.session")`)).toBeNull();
      await closeDevice(page);
    }
  });

  it("can be cancelled half-way without effect", async () => {
    const page = await newDevice();
    await continueWithGoogle(page);
    await page.waitForURL("**/lab/oidc/**");
    await page.locator("button[name=cancel]").click();
    await page.getByText("You did not go on with Google. Nothing was changed.").waitFor();
    await closeDevice(page);
  });

  it("leaves no session in any URL and no errors in the browser", () => {
    expect(troubles).toEqual([]);
    const bearing = asked.filter((url) => /[?&](session|token|ticket|key)=/.test(url));
    expect(bearing).toEqual([]);
  });
});
