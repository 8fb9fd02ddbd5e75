import { describe, expect, it } from "vitest";
import { axe } from "./browser.ts";
import { customerOf, register, send } from "./customer.ts";
import {
  enterPassword,
  mailedCode,
  newestMail,
  nextCode,
  openSettings,
  PASSWORD,
} from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const email = "invited@example.com";
const secureEmail = "second.box@example.net";
const recovered = "Rec0vered!Way";
const { product, page, troubles, button, dialog } = pageJourney(borrowed(adjustableClockProduct));
let key = "";
let recoveryCodes: string[] = [];

async function signInBy(code: string, password: string): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate("localStorage.clear()");
  await enterPassword(page, product.url, { email, password });
  await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  await page.getByLabel("Authentication code").fill(code);
  await page.waitForURL("**/cli/home");
}

describe("an account holder", () => {
  it("registers through an invitation link, which fills in the form", async () => {
    const inviter = await register(product);
    const { inviteCode } = await inviter.ask("member", {});
    await page.goto(`${product.url}/index/register?code=${inviteCode}`);
    expect(await page.getByLabel(/invitation code/i).inputValue()).toBe(inviteCode);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await page
      .locator("form")
      .getByRole("button", { name: /create/i })
      .click();
    await page.waitForURL("**/cli/home");
  });

  it("adds a secure e-mail with the code sent to it", async () => {
    await openSettings(page, product.url, "security");
    await page
      .getByRole("group", { name: "Secure e-mail" })
      .or(page.locator("section", { hasText: "Secure e-mail" }))
      .getByRole("button", { name: "Add" })
      .click();
    await dialog().getByLabel("New address").fill(secureEmail);
    await dialog().getByRole("button", { name: "Send the code" }).click();
    await dialog()
      .getByText(/Sent to/)
      .waitFor();
    const code = await mailedCode(product, secureEmail);
    await dialog().getByLabel("Code from the e-mail").fill(code);
    await dialog().getByRole("button", { name: "Confirm" }).click();
    // Verify the account's e-mail first, then enter the password: both in dialogs above this one.
    const verify = page.getByRole("dialog", { name: "Verify your e-mail address" });
    await verify.getByRole("button", { name: /Another code in/ }).waitFor();
    await verify.getByLabel("Code from the e-mail").fill(await mailedCode(product, email));
    await verify.getByRole("button", { name: "Confirm" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("s***@example.net").first().waitFor();
    await newestMail(product, email, /secure/i);
  });

  it("recovers a forgotten password through the secure e-mail", async () => {
    const other = await send(product.url, "signin", { email, password: PASSWORD, agree: 1 });
    await page.context().clearCookies();
    await page.evaluate("localStorage.clear()");
    await page.goto(`${product.url}/index/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("E-mail or secure e-mail").fill(secureEmail);
    await button("Send the code").click();
    const field = page.getByLabel("Code from the e-mail");
    await field.waitFor();
    await field.fill(await mailedCode(product, secureEmail));
    await page.getByLabel("New password", { exact: true }).fill(recovered);
    await button("Change the password").click();
    await page.getByRole("heading", { name: "Your password is changed" }).waitFor();
    const ended = customerOf(product, email, other.data.session);
    expect((await ended.try("member", {})).code).toBe(300);
    await enterPassword(page, product.url, { email, password: recovered });
    await page.waitForURL("**/cli/**");
  });

  it("turns on MFA with an authenticator app and keeps the recovery codes", async () => {
    await openSettings(page, product.url, "security");
    await button("Turn on").click();
    await dialog().getByRole("button", { name: "I have an app" }).click();
    await dialog()
      .getByRole("img", { name: /QR code/ })
      .waitFor();
    const text = await dialog().innerText();
    key = /\b(?:[A-Z2-7]{4} ?){4}/.exec(text)?.[0]?.replaceAll(" ", "") ?? "";
    expect(key).toMatch(/^[A-Z2-7]{16}$/);
    await dialog().getByRole("button", { name: "Next" }).click();
    await dialog()
      .getByLabel("Code from the app")
      .fill(await nextCode(product, key));
    await dialog().getByRole("button", { name: "Turn on" }).click();
    await dialog().getByText("I have saved them").waitFor();
    recoveryCodes = (await dialog().innerText()).match(/\b[A-Z2-9]{4}(-[A-Z2-9]{4}){2}\b/g) ?? [];
    expect(recoveryCodes).toHaveLength(10);
    expect(await axe(page)).toEqual([]);
    await dialog().getByRole("checkbox").check();
    await dialog().getByRole("button", { name: "Done" }).click();
    await button("Turn off").waitFor();
  });

  it("signs in with the app's code, but not with a used one", async () => {
    const code = await nextCode(product, key);
    await signInBy(code, recovered);
    const again = { email, password: recovered, agree: 1 };
    expect((await send(product.url, "signin", again)).code).toBe(460);
    expect((await send(product.url, "signin", { ...again, mfaCode: code })).code).toBe(461);
  });

  it("changes the password with the app's code", async () => {
    await openSettings(page, product.url, "security");
    await button("Change the password").click();
    await dialog().getByLabel("Current password").fill(recovered);
    await dialog().getByLabel("New password", { exact: true }).fill("Chang3d!again");
    await dialog().getByLabel("New password again").fill("Chang3d!again");
    await dialog().getByRole("button", { name: "Change the password" }).click();
    await page.getByLabel("Authentication code").fill(await nextCode(product, key));
    await button("Confirm").click();
    await page.getByText(/Password changed/).waitFor();
  });

  it("loses the phone, signs in once with a recovery code, and turns off MFA by mail", async () => {
    await page.context().clearCookies();
    await page.evaluate("localStorage.clear()");
    await enterPassword(page, product.url, { email, password: "Chang3d!again" });
    await button("Use a recovery code instead").click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0]?.toLowerCase() ?? "");
    await button("Confirm").click();
    await page.waitForURL("**/cli/home");
    const again = { email, password: "Chang3d!again", agree: 1, mfaCode: recoveryCodes[0] };
    expect((await send(product.url, "signin", again)).code).toBe(461);
    await openSettings(page, product.url, "security");
    await button("Turn off").click();
    await dialog()
      .getByRole("button", { name: /use a code by e-mail/i })
      .click();
    await dialog()
      .getByRole("button", { name: /Send it to s\*\*\*@example\.net instead/ })
      .click();
    await dialog().getByRole("button", { name: "Send the code" }).click();
    await dialog()
      .getByText(/Sent to s/)
      .waitFor();
    await dialog()
      .getByLabel("Code from the e-mail")
      .fill(await mailedCode(product, secureEmail));
    await dialog().getByRole("button", { name: "Turn off" }).click();
    await button("Turn on").waitFor();
    await newestMail(product, secureEmail, /factor|MFA/i);
    const { code } = await send(product.url, "signin", { ...again, mfaCode: undefined });
    expect(code).toBe(0);
  });

  it("encounters no errors in the browser", () => expect(troubles).toEqual([]));
});
