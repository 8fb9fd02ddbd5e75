/** Every screen in every language, both themes, phone to wide: no axe finding, no sideways scroll. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways, startBrowser } from "./browser.ts";
import { buyTraffic, customerWithTraffic, curl, type Customer, topUp } from "./customer.ts";
import { freePorts, type RunningProduct, startProduct, until } from "./product.ts";

const shots = process.env.TURNPIKE_SHOTS;
const open = ["/index/login", "/index/register", "/index/forgot", "/terms", "/policy", "/nowhere"];
const closed = [
  "/cli/home",
  "/cli/home?recharge=1",
  "/cli/traffic-use",
  "/cli/traffic-use?tab=endpoints",
  "/cli/traffic-use?dialog=create",
  "/cli/package-purchase",
  "/cli/live",
  "/cli/request-log",
  "/cli/request-log?outcome=refused&range=custom",
  "/cli/white-manage",
  "/cli/promotion-plan",
  "/cli/cdkey",
  "/cli/isp-user",
  "/cli/isp-user?country=DE&city=berlin&state=berlin",
  "/cli/isp-user?tab=opened",
  "/cli/isp-user?tab=local",
  "/cli/isp-user?buy=1",
  "/cli/isp-nouser",
  "/cli/isp-nouser?tab=opened",
  "/cli/isp-history",
  "/cli/isp-history?kind=nouser&days=30",
  "/cli/api-white-model",
  "/cli/api-extract",
  "/cli/static-proxies",
  "/cli/static-short-proxies",
  "/cli/unlimit-proxies",
  "/cli/unlimit-proxies?plan=PORTS",
  "/cli/unlimit-proxies?plan=PORTS&tab=whitelist",
  "/cli/unlimit-proxies?plan=PORTS&tab=monitor",
  "/cli/unlimit-proxies?buy=1",
  "/cli/unlimit-bandwidth",
  "/cli/unlimit-bandwidth?plan=BANDWIDTH",
  "/cli/home?buy=ip-enterprise",
  "/cli/setting",
  "/cli/setting?tab=sessions",
  "/cli/setting?tab=billing",
  "/cli/setting?tab=account",
  "/cli/setting?tab=alerts",
];
const looks = [
  { width: 360, scheme: "light", lang: "de" },
  { width: 360, scheme: "dark", lang: "ru" },
  { width: 768, scheme: "light", lang: "zh-tw" },
  { width: 1440, scheme: "light", lang: "en" },
  { width: 1440, scheme: "dark", lang: "fr" },
] as const;

let product: RunningProduct;
let browser: Browser;
let customer: Customer;
/** The plans that addresses speak of. */
const plans = { PORTS: "", BANDWIDTH: "" };
beforeAll(async () => {
  const [managerPort = 0] = await freePorts(1);
  product = await startProduct(undefined, { MANAGER_PORT: String(managerPort) });
  browser = await startBrowser();
  const made = await customerWithTraffic(product);
  customer = made.customer;
  await topUp(customer, 100_000);
  await buyTraffic(customer, 3);
  const order = { region: "europe", days: 30, method: "wallet" } as const;
  for (const [name, bought] of [
    ["PORTS", { kind: "port", quantity: 3 }],
    ["BANDWIDTH", { kind: "bandwidth", quantity: 100 }],
  ] as const) {
    const { planId } = await customer.ask("orderUnlimit", { ...order, ...bought });
    plans[name] = planId ?? "";
  }
  await customer.ask("placeOrder", { sku: "ip-standard", quantity: 100, method: "wallet" });
  for (const auth of ["user", "nouser"] as const) {
    const { items } = await customer.ask("ipOpen", { country: "DE", num: 3, hours: 2, auth });
    for (const { host, port, ip } of items) {
      const upstream = `${host}:${port}`;
      const body = new URLSearchParams({ upstream, ip });
      await fetch(`http://127.0.0.1:${managerPort}/start`, { method: "POST", body });
    }
  }
  await customer.ask("whitePortAdd", { country: "US", num: 2, minutes: 60, remark: "Büro" });
  await customer.ask("apiLinkAdd", { plan: "ip", num: 5, hours: 1, country: "DE", format: "txt" });
  await customer.ask("apiLinkAdd", { plan: "traffic", num: 3, minutes: 30, format: "json" });
  await customer.ask("upwhite", { planId: plans.PORTS, ips: "127.0.0.9,127.0.0.10" });
  for (let i = 0; i < 3; i++) {
    await customer.ask("addSubUser", {
      account: `looks${process.pid}x${i}`,
      password: "secret123",
      trafficGb: i,
      ...(i === 2 ? { maxConnections: 20, dayGb: 1, denyDomains: "a.example,b.example" } : {}),
    });
  }
  await customer.ask("addTrafficWhite", {
    ips: "127.0.0.9,127.0.0.10",
    description: "Büro",
    days: 3,
  });
  const proxy = `http://${made.account}:${made.password}@${product.gateway}`;
  await curl("-p", "-x", proxy, "-o", "/dev/null", `${product.target}/bytes/2500000`);
  await curl("-x", proxy, "-o", "/dev/null", "http://10.0.0.1/");
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 30_000);

async function contextFor(look: (typeof looks)[number], session: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.scheme,
    reducedMotion: "reduce",
  });
  const origin = product.url;
  const user = session ? await customer.ask("member", {}) : null;
  await context.addCookies([{ name: "lang", value: look.lang, url: origin }]);
  if (session) await context.addCookies([{ name: "session", value: session, url: origin }]);
  await context.addInitScript(
    ([token, member]) => {
      if (!token) return;
      localStorage.setItem("turnpike.session", token);
      localStorage.setItem("turnpike.mirrored", token);
      localStorage.setItem("turnpike.user", member ?? "");
    },
    [session, JSON.stringify(user)],
  );
  return context;
}

const QUIET_MS = 400;
/** What is answered for as long as one looks. */
const streams = [calls.live.path, calls.monitorLive.path];
/** Tells whether all that was asked has been answered for a while: what follows has been drawn. */
function quietness(page: Page): () => boolean {
  const asked = new Set<Request>();
  let changedAt = Date.now();
  const ended = (request: Request) => {
    asked.delete(request);
    changedAt = Date.now();
  };
  page.on("request", (request) => {
    if (!streams.some((stream) => request.url().endsWith(stream))) asked.add(request);
    changedAt = Date.now();
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return () => asked.size === 0 && Date.now() - changedAt > QUIET_MS;
}

describe.each(looks)("at $width px, $scheme, $lang", (look) => {
  const contexts = { visitor: undefined, signedIn: undefined } as Record<
    "visitor" | "signedIn",
    BrowserContext | undefined
  >;
  beforeAll(async () => {
    contexts.visitor = await contextFor(look, "");
    contexts.signedIn = await contextFor(look, customer.session);
  });
  afterAll(async () => {
    for (const context of Object.values(contexts)) await context?.close();
  });

  it.each([...open, ...closed])("%s", async (address) => {
    const context = contexts[closed.includes(address) ? "signedIn" : "visitor"];
    if (!context) throw new Error("the browser is not ready");
    const page = await context.newPage();
    const quiet = quietness(page);
    try {
      // A screen that follows a stream or asks again and again is never idle.
      const named = address.replace(/PORTS|BANDWIDTH/, (name) => plans[name as keyof typeof plans]);
      await page.goto(product.url + named, { waitUntil: "load" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await until("nothing is on its way any more", async () => {
        return quiet() && (await page.locator(".mantine-Skeleton-root:visible").count()) === 0;
      });
      if (shots) {
        mkdirSync(shots, { recursive: true });
        const name = `${address.replace(/\W+/g, "-").slice(1)}-${look.width}-${look.scheme}-${look.lang}.png`;
        await page.screenshot({ path: path.join(shots, name), fullPage: true });
      }
      expect(await scrollsSideways(page)).toBe(false);
      expect(await axe(page)).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
