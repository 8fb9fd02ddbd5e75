/**
 * Every route in six languages, three widths and both themes: nothing on the console, no sideways
 * scroll, no key in place of words, no words of another language, the right title, and axe clean.
 * Dialogs and tabs by address, and the screens of somebody who has nothing, in two of the languages.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways, startBrowser } from "./browser.ts";
import type { Customer } from "./customer.ts";
import { freePorts, type RunningProduct, startProduct, until } from "./product.ts";
import { makeWalkers, type Walkers } from "./walk-customers.ts";
import { newcomers, paths, visitors } from "./walk-paths.ts";
import { titleIn, untranslatedIn } from "./walk-words.ts";

/** The dashboard's own route table; it is compiled with the dashboard, not with this. */
const table = new URL("../apps/dashboard/src/routes.tsx", import.meta.url).href;
const { screens } = (await import(table)) as {
  screens: { path: string; title: string; autoLogin?: boolean }[];
};

/** A folder for pictures of all that is walked over, of the whole page. */
const shots = process.env.TURNPIKE_SHOTS;
const langs = ["en", "zh-tw", "fr", "ru", "vi", "de"] as const;
const widths = [360, 768, 1440] as const;
const schemes = ["light", "dark"] as const;
/** The languages of the longest words: every state by address and newcomers' screens in these. */
const longest: readonly string[] = ["de", "ru"];
const looks = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
type Look = (typeof looks)[number];
type Who = "visitor" | "newcomer" | "customer";

let product: RunningProduct;
let browser: Browser;
let walkers: Walkers;
beforeAll(async () => {
  const [managerPort = 0] = await freePorts(1);
  product = await startProduct(undefined, { MANAGER_PORT: String(managerPort) });
  browser = await startBrowser();
  walkers = await makeWalkers(product, managerPort);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 30_000);

async function contextFor(lang: string, customer: Customer | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const url = product.url;
  await context.addCookies([{ name: "lang", value: lang, url }]);
  if (!customer) return context;
  await context.addCookies([{ name: "session", value: customer.session, url }]);
  const user = JSON.stringify(await customer.ask("member", {}));
  await context.addInitScript(
    ([token = "", member = ""]) => {
      localStorage.setItem("turnpike.session", token);
      localStorage.setItem("turnpike.mirrored", token);
      localStorage.setItem("turnpike.user", member);
    },
    [customer.session, user],
  );
  return context;
}

const QUIET_MS = 250;
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

/** What a page says that is for developers alone; an unknown address's own status is no trouble. */
function troublesOf(page: Page): string[] {
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (message.location().url.endsWith("/nowhere")) return;
    troubles.push(message.text());
  });
  return troubles;
}

const drawn = async (page: Page) =>
  (await page.locator(".mantine-Skeleton-root:visible").count()) === 0;

async function wear(page: Page, { width, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  const twoFrames =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  await page.evaluate(twoFrames);
}

/** What axe finds and goes on finding: colours may be on their way when the theme has just changed. */
async function settledAxe(page: Page): Promise<string[]> {
  const found = await axe(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(500);
  return axe(page);
}

async function shoot(page: Page, address: string, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  const file = `${address.replace(/\W+/g, "-").slice(1)}-${name}.png`;
  await page.screenshot({ path: path.join(shots, file), fullPage: true });
}

function expectedTitle(lang: string, address: string): string {
  const pathname = address.split("?")[0];
  const key = screens.find((screen) => screen.path === pathname)?.title ?? "notFound";
  return `${titleIn(lang, key)} · Turnpike`;
}

const addresses: { who: Who; address: string }[] = [
  ...visitors.map((address) => ({ who: "visitor" as const, address })),
  ...newcomers.map((address) => ({ who: "newcomer" as const, address })),
  ...paths.map((address) => ({ who: "customer" as const, address })),
];

describe("the walk", () => {
  it("passes by every route", () => {
    const walked = new Set(addresses.map(({ address }) => address.split("?")[0]));
    // What only a third party leads to shows nothing for long.
    const routes = screens.filter(({ autoLogin }) => !autoLogin).map((screen) => screen.path);
    expect(routes.filter((route) => !walked.has(route))).toEqual([]);
  });
});

describe.concurrent.each(langs)("in %s", (lang) => {
  const contexts: Partial<Record<Who, BrowserContext>> = {};
  const untranslated = untranslatedIn(lang);
  /** Each look is examined by axe in a language of its own; all else is looked at in all of them. */
  const examined = looks[langs.indexOf(lang)];
  beforeAll(async () => {
    contexts.visitor = await contextFor(lang, undefined);
    contexts.newcomer = await contextFor(lang, walkers.newcomer);
    contexts.customer = await contextFor(lang, walkers.customer);
  });
  afterAll(async () => {
    for (const context of Object.values(contexts)) await context.close();
  });

  const walked = addresses.filter(
    ({ who, address }) => longest.includes(lang) || (who !== "newcomer" && !address.includes("?")),
  );
  it.for(walked)("$who at $address", { timeout: 120_000 }, async ({ who, address }, { expect }) => {
    const context = contexts[who];
    if (!context) throw new Error("the browser is not ready");
    const page = await context.newPage();
    const quiet = quietness(page);
    const troubles = troublesOf(page);
    try {
      await page.setViewportSize({ width: 1440, height: 900 });
      const named = address.replace(/[A-Z]{5,}/, (name) => walkers.named[name] ?? name);
      await page.goto(product.url + named, { waitUntil: "load" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await until("nothing is on its way", async () => quiet() && (await drawn(page)), 20_000);
      expect(await page.title()).toBe(expectedTitle(lang, address));
      for (const look of looks) {
        await wear(page, look);
        const name = `${look.width}-${look.scheme}-${lang}`;
        await until("what the width asks for", async () => quiet() && (await drawn(page)), 20_000);
        await shoot(page, `${who === "newcomer" ? "/new" : ""}${address}`, name);
        expect.soft(await scrollsSideways(page), `scrolls sideways: ${name}`).toBe(false);
        expect.soft(await untranslated(page), name).toEqual([]);
        if (look === examined) expect.soft(await settledAxe(page), name).toEqual([]);
      }
      expect(troubles).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
