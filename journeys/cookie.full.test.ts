/**
 * The session and the cookie on the parent domain (spec/dashboard#shared-cookie), in Chromium: two
 * tabs, and a sister site on the same domain. They are compared when the tab becomes visible.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireContext, releaseContext } from "./browser.ts";
import { type Customer, register } from "./customer.ts";
import { enterPassword, signIn } from "./person.ts";
import { OWN_DOMAIN } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { journey } from "./journey.ts";

const { product, browser } = journey();
let sister: Server;
let ada: Customer;
let ben: Customer;
beforeAll(async () => {
  sister = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<title>Sister site</title>");
  });
  await new Promise<void>((resolve) => sister.listen(0, "127.0.0.1", resolve));
  [ada, ben] = [await register(product), await register(product)];
});
afterAll(() => sister?.close());

const dashboard = (path: string) => `http://dash.${OWN_DOMAIN}:${product.ports.api}${path}`;

async function freshContext(): Promise<BrowserContext> {
  const context = await acquireContext(browser);
  context.setDefaultTimeout(8_000);
  return context;
}

async function atHome(page: Page): Promise<void> {
  await page.goto(dashboard("/cli/home"));
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}
/** Opens the home page with a new session. */
async function signedIn(page: Page, customer: Customer): Promise<void> {
  await signIn(page, product.url, customer, dashboard(""));
  await atHome(page);
}

/** Runs a script on a page of the sister site; returns the cookies afterwards. */
async function onSister(context: BrowserContext, script: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`http://www.${OWN_DOMAIN}:${(sister.address() as AddressInfo).port}/`);
  const cookie = await page.evaluate<string>(`${script}; document.cookie`);
  await page.close();
  return cookie;
}
const setShared = (value: string) =>
  `document.cookie = "session=${value}; Path=/; Domain=${OWN_DOMAIN}; Max-Age=86400"`;
const dropShared = `document.cookie = "session=; Path=/; Domain=${OWN_DOMAIN}; Max-Age=0"`;

/** The person returns to a tab: dispatches the event that Chromium would send. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
}
const stored = (page: Page) => page.evaluate<string | null>(`localStorage.getItem("app.session")`);

describe("a session and the cookie of the parent domain (spec/dashboard#shared-cookie)", () => {
  it("is mirrored to a cookie that a sister site can read", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await enterPassword(page, dashboard(""), ada);
    await page.waitForURL("**/cli/home");
    expect(await onSister(context, "")).toContain(`session=${await stored(page)}`);
    await releaseContext(context);
  });

  it("writes the cookie if only a local session exists", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await page.addInitScript((token) => {
      if (!localStorage.getItem("app.session")) localStorage.setItem("app.session", token);
    }, ada.session);
    await atHome(page);
    expect(await onSister(context, "")).toContain(`session=${ada.session}`);
    await releaseContext(context);
  });

  for (const [how, script] of [
    ["is gone", dropShared],
    ["is null", setShared("null")],
  ] as const) {
    it(`ends in both tabs when the cookie ${how}`, async () => {
      const context = await freshContext();
      const [first, second] = [await context.newPage(), await context.newPage()];
      await signedIn(first, ada);
      await second.goto(dashboard("/cli/white-manage"));
      await second.getByRole("heading", { level: 1 }).waitFor();
      await onSister(context, script);
      await comeBack(first);
      await first.waitForURL("**/index/login");
      expect(await stored(first)).toBeNull();
      await comeBack(second);
      await second.waitForURL("**/index/login");
      await releaseContext(context);
    });
  }

  it("is replaced by another account's cookie, and the new account is shown", async () => {
    const context = await freshContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await signedIn(first, ada);
    await atHome(second);
    await onSister(context, setShared(ben.session));
    await comeBack(first);
    await first
      .getByText(new RegExp(`signed in as ${ben.email}`, "i"))
      .first()
      .waitFor();
    await waitFor("the session is adopted", async () => (await stored(first)) === ben.session);
    await comeBack(second);
    await second.getByRole("button", { name: new RegExp(ben.email) }).waitFor();
    await releaseContext(context);
  });

  it("survives a cookie that cannot be a token", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await signedIn(page, ada);
    const token = await stored(page);
    for (const junk of ["junk", "%E0%A4%A", "undefined"]) {
      await onSister(context, setShared(junk));
      await comeBack(page);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
      expect(await stored(page)).toBe(token);
      expect(await onSister(context, "")).toContain(`session=${token}`);
    }
    await releaseContext(context);
  });

  it("ends if the cookie contains an expired session", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await signedIn(page, ada);
    await onSister(context, setShared("A".repeat(43)));
    await comeBack(page);
    await page.waitForURL("**/index/login");
    expect(await onSister(context, "")).toContain("session=null");
    await releaseContext(context);
  });

  it("is not created from an invalid cookie", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await page.goto(dashboard("/index/login"));
    await onSister(context, setShared("junk"));
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toContain("/index/login");
    expect(await stored(page)).toBeNull();
    await releaseContext(context);
  });

  it("ends in the other tab at once when the user signs out in one", async () => {
    const context = await freshContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await signedIn(first, ada);
    await atHome(second);
    await first.getByRole("button", { name: new RegExp(ada.email) }).click();
    await first.getByRole("menuitem", { name: "Sign out" }).click();
    await first.waitForURL("**/index/login");
    await second.waitForURL("**/index/login");
    await releaseContext(context);
  });
});
