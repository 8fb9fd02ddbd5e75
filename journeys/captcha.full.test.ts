/** What a person sees whose network behaves oddly: nothing to click, in Chromium, by the keyboard. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { axe, newContext } from "./browser.ts";
import { enterPassword, openPageIn, PASSWORD } from "./person.ts";
import { startProduct } from "./product.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey(
  forTests(() => startProduct(undefined, { CAPTCHA: "altcha" })),
);
let page: Page;

/** Opens a page of its own, which records what the browser refuses. */
async function open(): Promise<void> {
  page = await openPageIn(await newContext(browser), troubles);
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) troubles.push(message.text());
  });
}

/** Workers begin when `letWorkersGo` says so: while one computes, a page can be looked at. */
const holdWorkers = `{
  const { postMessage } = Worker.prototype;
  const held = [];
  Worker.prototype.postMessage = function (...message) {
    held.push(() => postMessage.apply(this, message));
  };
  window.letWorkersGo = () => held.forEach((begin) => begin());
}`;

/** Fills in the form and sends it by the keyboard alone. */
async function register(email: string, before = ""): Promise<void> {
  await open();
  await page.addInitScript({ content: before });
  await page.goto(`${product.url}/index/register`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.getByLabel("E-mail").focus();
  await page.keyboard.press("Enter");
}

it("a third sign-up of a network is checked by itself, says so, and goes on (spec/sign-in#proof-of-work)", async () => {
  for (const name of ["one", "two"]) {
    await register(`${name}@example.com`);
    await page.waitForURL("**/cli/home");
    await page.context().close();
  }
  await register("three@example.com", holdWorkers);
  const checking = page.getByRole("status").getByText("Checking…");
  await checking.waitFor();
  expect(await axe(page)).toEqual([]);
  await page.evaluate("letWorkersGo()");
  await page.waitForURL("**/cli/home");
  expect(await checking.count()).toBe(0);
  await page.context().close();
  expect(troubles).toEqual([]);
});

it("a sign-in after four failures goes on too, with a wrong password and with the right one", async () => {
  await open();
  const email = "three@example.com";
  for (let at = 0; at < 5; at++) {
    await enterPassword(page, product.url, { email, password: `Wrong-${at}-pass` });
    await page.getByText("The password is incorrect").waitFor();
  }
  await enterPassword(page, product.url, { email });
  await page.waitForURL("**/cli/home");
  await page.context().close();
  expect(troubles).toEqual([]);
});
