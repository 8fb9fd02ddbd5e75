/** The provider's brand in a browser: open pages follow it, its snippet asks, no text of it runs. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axe, newContext, scrollsSideways } from "./browser.ts";
import { curl, customerWithTraffic } from "./customer.ts";
import { operator } from "./operator.ts";
import { signIn } from "./person.ts";
import { startProduct } from "./product.ts";
import { borrowed, forTests } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const { product, browser } = journey(forTests(() => startProduct()));
const owner = borrowed(() => customerWithTraffic(product));
let page: Page;
const folder = mkdtempSync(path.join(tmpdir(), "brand-"));

/** Somebody else's server: what it was asked for. */
interface Others {
  server: Server;
  origin: string;
  asked: string[];
}
let stats: Others;
let elsewhere: Others;

async function startOthers(script: string): Promise<Others> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/javascript");
    response.end(script);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}`, asked };
}

beforeAll(async () => {
  elsewhere = await startOthers("");
  stats = await startOthers(
    `fetch(new URL("/seen", document.currentScript.src)); fetch("${elsewhere.origin}/seen").catch(() => {});`,
  );
});
afterEach(() => page?.context().close());
afterAll(() => {
  stats?.server.close();
  elsewhere?.server.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function operate(...args: string[]) {
  const { code, error, said } = await operator(product, ...args);
  expect([args[0], code, error]).toEqual([args[0], 0, ""]);
  return said;
}
const fileOf = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const setBrand = (brand: object) =>
  operate("brand", "set", fileOf("brand.json", JSON.stringify(brand)));
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 168 32"><path d="M4 26h24L16 6z" fill="#5b2a86"/><path d="M40 10h120v12H40z"/></svg>`;
const nordlicht = {
  name: "Nordlicht Proxies",
  accent: "#5b2a86",
  orderPrefix: "np",
  logo: `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`,
};

async function openAt(width: number, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await newContext(browser);
  page = await context.newPage();
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme });
  return page;
}

describe("a brand", () => {
  it("reaches an open page, the gateway's 407 and new order numbers, and its reset too (spec/brand)", async () => {
    await openAt(1440);
    await signIn(page, product.url, owner.customer);
    await page.goto(`${product.url}/cli/home`);
    await page.getByRole("banner").getByText("Turnpike").waitFor();
    const realm = async () =>
      (await curl("-v", "-x", `http://${owner.account}x:wrong@${product.gateway}`, product.target))
        .err;
    await setBrand(nordlicht);
    await waitFor("the gateway says it", async () => /Nordlicht/.test(await realm()), 2_000, 100);
    await page.waitForTimeout(5_100);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("banner").getByRole("img", { name: "Nordlicht Proxies" }).waitFor();
    await waitFor("the title follows", async () => /Nordlicht/.test(await page.title()), 5_000, 50);
    expect(
      await page.evaluate("document.documentElement.style.getPropertyValue('--brand-accent')"),
    ).toBe("#5b2a86");
    const order = { sku: "traffic-standard", quantity: 1, method: "wallet" } as const;
    expect((await owner.customer.ask("placeOrder", order)).order.orderNo).toMatch(/^NP\d{6}-/);
    await operate("brand", "reset");
    await page.waitForTimeout(5_100);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("banner").getByText("Turnpike").waitFor();
    expect(await page.content()).not.toMatch(/nordlicht|5b2a86/i);
  }, 60_000);

  it("with a wide logo does without the name beside it, and leaves the header of phones its room (spec/brand#images)", async () => {
    await setBrand(nordlicht);
    await openAt(360);
    await signIn(page, product.url, owner.customer);
    await page.goto(`${product.url}/cli/home`);
    const menu = page.getByRole("button", { name: /Account/ }).first();
    await menu.waitFor();
    await page.getByRole("banner").getByRole("img", { name: "Nordlicht Proxies" }).waitFor();
    const box = await menu.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    for (const address of ["/docs", "/legal/terms", "/pay/unknown"]) {
      await page.goto(product.url + address);
      const head = page.locator(".logo, .brand").first();
      await head.getByRole("img", { name: "Nordlicht Proxies" }).waitFor();
      expect([address, await head.innerText()]).not.toEqual([
        address,
        expect.stringMatching(/Nord/),
      ]);
      expect([address, await scrollsSideways(page)]).toEqual([address, false]);
    }
    await operate("brand", "reset");
  }, 60_000);

  it("and all that an operator writes is text: none of it runs on a page (spec/brand#where-it-stands)", async () => {
    const evil = `<img src=x onerror=evil=1>`;
    await setBrand({
      name: evil,
      legalName: evil,
      mailFooter: evil,
      signIn: { en: { title: evil, points: [{ title: evil, text: evil }] } },
    });
    const names = fileOf(
      "product.json",
      JSON.stringify({
        name: { en: evil },
        description: { en: evil },
        badge: { en: "<svg onload=evil=1>" },
      }),
    );
    await operate("products", "set", "traffic-standard", names);
    for (const kind of ["terms", "imprint"])
      await operate(
        "legal",
        "publish",
        kind,
        "--lang",
        "en",
        fileOf("law.md", `# ${evil}\n\n${evil} [a](javascript:evil=1)`),
      );
    const order = { sku: "traffic-standard", quantity: 1, method: "card" } as const;
    const { payUrl } = await owner.customer.ask("placeOrder", order);
    await openAt(1440);
    const seen: string[] = [];
    const look = async (address: string) => {
      await page.goto(new URL(address, product.url).href);
      await page.waitForTimeout(1_000);
      if (await page.evaluate("'evil' in globalThis")) seen.push(address);
      return page.getByText(evil).count();
    };
    for (const address of ["/index/login", "/legal/imprint", "/terms", "/docs", payUrl ?? ""])
      await look(address);
    expect(await look("/legal/terms")).toBeGreaterThan(0);
    await signIn(page, product.url, owner.customer);
    for (const address of ["/cli/home?recharge=1", "/cli/package-purchase", "/cli/traffic-use"])
      await look(address);
    expect(await look("/cli/billing")).toBeGreaterThan(0);
    const mails = await fetch(
      `${product.url}/lab/mails?to=${encodeURIComponent(owner.customer.email)}`,
    );
    for (const { html } of (await mails.json()) as { html: string }[]) {
      await page.setContent(html);
      if (await page.evaluate("'evil' in globalThis")) seen.push("a mail");
    }
    expect(seen).toEqual([]);
    await operate("brand", "reset");
  }, 90_000);
});

describe("a snippet in the head", () => {
  const set = (...options: string[]) =>
    operate(
      "head",
      "set",
      fileOf("head.html", `<script async src="${stats.origin}/s.js"></script>`),
      "--origins",
      stats.origin,
      ...options,
    );

  it("runs at once, and reaches its own origins alone (spec/brand#head-snippet)", async () => {
    await set();
    await openAt(1440);
    await page.goto(`${product.url}/index/login`);
    await waitFor("it reports", () => stats.asked.includes("/seen"), 5_000, 50);
    expect(elsewhere.asked).toEqual([]);
  }, 30_000);

  it.each([
    [390, "dark"],
    [1440, "light"],
  ] as const)(
    "with consent asks at %i px, %s: nothing is loaded before, nor after a refusal, and the decision can be changed (spec/brand#head-snippet)",
    async (width, scheme) => {
      await set("--consent");
      stats.asked.length = 0;
      await openAt(width, scheme);
      await page.goto(`${product.url}/healthz`);
      await page.evaluate("localStorage.setItem('app.lang', 'de')");
      await page.goto(`${product.url}/index/login`);
      const banner = page.getByRole("region", { name: "Dienste Dritter" });
      await banner.waitFor();
      await banner.getByText(new URL(stats.origin).host).waitFor();
      expect(await axe(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await banner.getByRole("button", { name: "Ablehnen" }).click();
      await banner.waitFor({ state: "detached" });
      await page.reload();
      await page.locator("form").first().waitFor();
      expect([await banner.count(), stats.asked]).toEqual([0, []]);
      await page.goto(`${product.url}/docs#consent`);
      await page.getByRole("region").getByRole("button").first().click();
      await waitFor("it reports", () => stats.asked.includes("/seen"), 5_000, 50);
      await page.goto(`${product.url}/index/login`);
      await waitFor(
        "it runs",
        () => stats.asked.filter((one) => one === "/seen").length > 1,
        5_000,
        50,
      );
      expect([await banner.count(), elsewhere.asked]).toEqual([0, []]);
    },
    30_000,
  );
});
