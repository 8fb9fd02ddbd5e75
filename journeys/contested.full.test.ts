/** Conflicts between people: an address on two whitelists, and an e-mail that strangers try. */
import { once } from "node:events";
import http from "node:http";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithTraffic, type Envelope, register } from "./customer.ts";
import { openDevicePage, enterPassword, closeDevice, mailedCode } from "./person.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { journey } from "./journey.ts";

const { product, browser, troubles } = journey();

const shots = process.env.TURNPIKE_SHOTS;

/** Makes a call from another loopback address. */
async function askFrom(ip: string, path: string, fields: Record<string, string>) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const options = { method: "POST", localAddress: ip, agent: false, headers } as const;
  const request = http.request(product.url + path, options);
  request.end(new URLSearchParams(fields).toString());
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  return (await json(answer)) as Envelope<Record<string, unknown>>;
}

/** Opens a tunnel from an address, without a password. */
async function tunnelFrom(localAddress: string): Promise<Socket> {
  const socket = connect({ port: product.ports.gateway, host: "127.0.0.1", localAddress });
  const target = `127.0.0.1:${product.ports.target}`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 200/);
  socket.on("error", () => {});
  return socket;
}

it("a claimed address moves at once: old tunnels close, and new ones belong to the claimant", async () => {
  const ip = "127.0.0.88";
  const [squatter, honest] = [
    await customerWithTraffic(product),
    await customerWithTraffic(product),
  ];
  await squatter.customer.ask("addTrafficWhite", { ips: ip });
  const open = await tunnelFrom(ip);
  const { refused } = await honest.customer.ask("addTrafficWhite", { ips: ip });
  expect(refused).toMatchObject([{ ip, reason: "ipTaken" }]);
  const { session } = honest.customer;
  const answer = await askFrom(ip, "/v1/checkTrafficWhite", { session, claim: "1" });
  expect(answer).toMatchObject({ code: 0, data: { ip, claimed: true } });
  await waitFor("the other account's tunnel was cut", () => open.destroyed || open.closed, 2_000);
  const fetched = await curl("--interface", ip, "-x", product.gateway, `${product.target}/ip`);
  expect(fetched.out).toContain("127.1.");
  await waitFor("its bytes are the claimant's", async () => {
    const { items } = await honest.customer.ask("subUsers", {});
    return (items[0]?.usedBytes ?? 0) > 0;
  });
}, 60_000);

/** 100 wrong passwords, from eleven networks. */
async function tryOften(email: string): Promise<void> {
  for (let at = 1; at <= 11; at++) {
    const guesses = Array.from({ length: 10 }, () =>
      askFrom(`127.0.6.${at}`, "/v1/signin", { email, password: "guess", agree: "1" }),
    );
    await Promise.all(guesses);
  }
}

/** Signs an account up from another address, so that the browser's 127.0.0.1 is new to it. */
async function madeElsewhere(email: string): Promise<void> {
  const input = { email, password: "Passw0rd!x", agree: "1" };
  expect((await askFrom("127.0.6.99", "/v1/signup", input)).code).toBe(0);
}

/** Checks the layout on a phone and on a desktop, in both themes. */
async function looksWell(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [360, "dark"],
    [360, "light"],
    [1440, "dark"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (shots)
      await page.screenshot({
        path: `${shots}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    expect([width, await scrollsSideways(page)]).toEqual([width, false]);
    expect([width, colorScheme, await axe(page)]).toEqual([width, colorScheme, []]);
  }
}

it("an owner signs in with a mailed code, by keyboard only, despite strangers' attempts", async () => {
  const email = "tried@example.com";
  await madeElsewhere(email);
  await tryOften(email);
  const page = await openDevicePage(browser, troubles);
  await enterPassword(page, product.url, { email, password: "Passw0rd!x" });
  const code = page.locator('[name="code"]');
  await code.waitFor();
  await looksWell(page, "mailed");
  await code.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitFor("the field has the focus", () => code.evaluate((one) => one.matches(":focus")));
  await looksWell(page, "sent");
  await page.keyboard.type(await mailedCode(product, email));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/cli/home");
  await closeDevice(page);
}, 60_000);

it("the whitelist screen offers to take over one's own address from another account", async () => {
  const squatter = await customerWithTraffic(product);
  await squatter.customer.ask("addTrafficWhite", { ips: "127.0.0.1" });
  const { customer } = await customerWithTraffic(product);
  const page = await openDevicePage(browser, troubles);
  await page.goto(`${product.url}/index/login`);
  await enterPassword(page, product.url, { email: customer.email, password: "Passw0rd!x" });
  await page.waitForURL("**/cli/home");
  await page.goto(`${product.url}/cli/white-manage`);
  await page.getByRole("button", { name: "Add my address" }).click();
  const claim = page.getByRole("button", { name: "Take 127.0.0.1 over" });
  await claim.waitFor();
  if (shots) await page.screenshot({ path: `${shots}/claim.png` });
  expect(await axe(page)).toEqual([]);
  await claim.click();
  await page.getByText("127.0.0.1 is on your whitelist now").waitFor();
  expect((await squatter.customer.ask("trafficWhiteList", {})).total).toBe(0);
  const other = await register(product);
  expect((await other.ask("checkTrafficWhite", {})).whitelisted).toBe(false);
  // Other journeys of this product use that address too.
  const { items } = await customer.ask("trafficWhiteList", {});
  await customer.ask("delTrafficWhite", { ids: items.map(({ id }) => id) });
  expect(troubles).toEqual([]);
}, 60_000);
