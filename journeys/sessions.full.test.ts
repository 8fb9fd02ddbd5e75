/**
 * How sessions end, in Chromium: by another device, by the clock, and with the account itself,
 * whose running tunnel ends too.
 */
import { once } from "node:events";
import { connect } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe } from "./browser.ts";
import { curl, customerWithTraffic, register, send } from "./customer.ts";
import {
  advance,
  openDevicePage,
  closeDevice,
  mailedCode,
  openSettings,
  PASSWORD,
  signIn,
} from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey(borrowed(adjustableClockProduct));

async function signedIn(email: string): Promise<Page> {
  const page = await openDevicePage(browser, troubles);
  await signIn(page, product.url, { email });
  await page.goto(`${product.url}/cli/home`);
  return page;
}

/** Two devices of one account. */
async function twoDevices(email: string): Promise<[Page, Page]> {
  return [await signedIn(email), await signedIn(email)];
}

/** Opens a tunnel to the lab's target that stays open. */
async function openTunnel(account: string, password: string) {
  const socket = connect(product.ports.gateway, "127.0.0.1");
  let endedAt: number | null = null;
  socket.once("close", () => {
    endedAt = performance.now();
  });
  socket.on("error", () => undefined);
  const target = new URL(product.target).host;
  const basic = Buffer.from(`${account}:${password}`).toString("base64");
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n`);
  socket.write(`Proxy-Authorization: Basic ${basic}\r\n\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200/);
  socket.resume();
  return { endedAt: () => endedAt };
}

/** A device whose session ended shows the sign-in page, at once or at its next call. */
async function isSignedOut(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Residential", exact: true });
  if (!page.url().includes("/index/login")) await link.click({ timeout: 3_000 }).catch(() => {});
  await page.waitForURL("**/index/login");
}

describe("sessions", () => {
  it("turning off several devices on A leads B's next call to the sign-in page (spec/dashboard#answers)", async () => {
    const { email } = await register(product);
    const [a, b] = await twoDevices(email);
    // A pending request of B would lead it to the sign-in page by itself.
    await b.waitForLoadState("networkidle");
    await openSettings(a, product.url, "sessions");
    await a.getByRole("switch", { name: "Allow several devices at once" }).click({ force: true });
    await a.getByRole("dialog").getByRole("button", { name: "Allow one only" }).click();
    await a.getByText("Only one device at a time from now on").waitFor();
    await isSignedOut(b);
    expect(await b.evaluate(`localStorage.getItem("app.session")`)).toBeNull();
    expect(await b.evaluate("document.cookie")).toContain("session=null");
    // From now on each new sign-in ends the other sessions.
    await signIn(b, product.url, { email });
    await isSignedOut(a);
    for (const page of [a, b]) await closeDevice(page);
  });

  it("a device is signed out from the list on another one", async () => {
    const { email } = await register(product);
    const [a, b] = await twoDevices(email);
    await openSettings(a, product.url, "sessions");
    await a.getByRole("button", { name: "Sign out all others" }).click();
    await a.getByRole("dialog").getByRole("button").last().click();
    await a
      .getByText(/sessions? ended/)
      .first()
      .waitFor();
    await isSignedOut(b);
    expect(await axe(a)).toEqual([]);
    for (const page of [a, b]) await closeDevice(page);
  });

  it("a session ends after it was unused for the login duration, by the product's clock", async () => {
    const { email } = await register(product);
    const page = await signedIn(email);
    await openSettings(page, product.url, "sessions");
    await page.getByRole("combobox", { name: "Sign out after" }).click();
    await page.getByRole("option", { name: "1 hour" }).click();
    const save = page.getByRole("button", { name: "Save" });
    await save.first().click();
    await page.getByText(/Login duration: .* from the last use/).waitFor();
    await page.goto("about:blank");
    await advance(product, 59 * 60);
    await page.goto(`${product.url}/cli/white-manage`);
    await page.getByRole("heading", { level: 1, name: "Residential" }).waitFor();
    await page.goto("about:blank");
    await advance(product, 61 * 60);
    await page.goto(`${product.url}/cli/white-manage`);
    await page.waitForURL("**/index/login");
    await closeDevice(page);
  });

  it("another device is signed in by a one-minute link, which works once", async () => {
    const { email } = await register(product);
    const page = await signedIn(email);
    await page.getByRole("button", { name: `Account ${email}` }).click();
    await page.getByRole("menuitem", { name: "Use on another device" }).click();
    const link = page.getByRole("dialog").getByRole("textbox", { name: "Link" });
    await link.waitFor();
    const url = await link.inputValue();
    const phone = await openDevicePage(browser, troubles);
    await phone.goto(url);
    await phone.waitForURL("**/cli/home");
    expect(phone.url()).not.toContain("ticket");
    const late = await openDevicePage(browser, troubles);
    await late.goto(url);
    await late
      .getByRole("main")
      .getByText(/expired or was used/)
      .waitFor();
    for (const one of [page, phone, late]) await closeDevice(one);
  });
});

describe("closing the account", () => {
  it("ends a running tunnel, every session and every way to sign in", async () => {
    const { customer, account, password } = await customerWithTraffic(product);
    const { email } = customer;
    const proxy = `http://${account}:${password}@${product.gateway}`;
    const tunnel = await openTunnel(account, password);
    const page = await signedIn(email);
    await openSettings(page, product.url, "account");
    await page.getByRole("button", { name: /Close the account/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This cannot be undone").waitFor();
    await dialog.getByText(/will be lost/).waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole("button", { name: "I understand, continue" }).click();
    await dialog.getByRole("button", { name: "Send the code" }).click();
    await dialog.getByText(/Sent to/).waitFor();
    await dialog.getByLabel("Code from the e-mail").fill(await mailedCode(product, email));
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByLabel(/^Type .* to confirm/).fill(email);
    expect(tunnel.endedAt()).toBeNull();
    const closedFrom = performance.now();
    await dialog.getByRole("button", { name: "Close the account for ever" }).click();
    await page.waitForURL("**/index/login");
    await waitFor("the tunnel has ended", () => tunnel.endedAt() !== null, 2_000);
    expect((tunnel.endedAt() ?? 0) - closedFrom).toBeLessThan(2_000);
    expect((await customer.try("member", {})).code).toBe(300);
    const again = await send(product.url, "signin", { email, password: PASSWORD, agree: 1 });
    expect(again.code).toBe(401);
    const refused = await curl(
      "-x",
      proxy,
      "-o",
      "/dev/null",
      "-w",
      "%{http_code}",
      `${product.target}/ip`,
    );
    expect(refused.out).toBe("407");
    await waitFor("the books agree", async () => {
      const anew = await send(product.url, "signup", { email, password: PASSWORD, agree: 1 });
      return anew.code === 0 && anew.data.user.walletCents === 0;
    });
    await closeDevice(page);
  }, 60_000);

  it("left no errors in any browser", () => expect(troubles).toEqual([]));
});
