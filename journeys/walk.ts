/**
 * Looks at screens as customers see them: nothing on the console, no sideways scroll, no key in
 * place of words, no words of another language, the right title, and axe clean.
 *
 * Every address is opened in German, in three widths and in the dark, and each screen in one more
 * language. `TURNPIKE_FULL=1` opens each screen in six languages, three widths and both themes.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import type { BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import type { Customer } from "./customer.ts";
import { type RunningProduct, until } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct, sharedWalkers } from "./shared.ts";
import type { Walkers } from "./walk-customers.ts";
import { titleIn, untranslatedIn } from "./walk-words.ts";

/** The dashboard's own route table; it is compiled with the dashboard, not with this. */
const table = new URL("../apps/dashboard/src/routes.tsx", import.meta.url).href;
export const { screens } = (await import(table)) as {
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
export type Who = "visitor" | "newcomer" | "customer";
export interface Address {
  who: Who;
  address: string;
}
/** What is opened, in which language, how it is looked at, and in which look axe examines it. */
interface Visit extends Address {
  lang: (typeof langs)[number];
  looks: Look[];
  examined: Look | undefined;
}

const full = process.env["TURNPIKE_FULL"] === "1";
const isScreen = ({ who, address }: Address) => who !== "newcomer" && !address.includes("?");

function everyVisit(addresses: Address[]): Visit[] {
  return langs.flatMap((lang, at) =>
    addresses
      .filter((one) => longest.includes(lang) || isScreen(one))
      // Each look is examined by axe in a language of its own; all else is looked at in all of them.
      .map((one) => ({ ...one, lang, looks, examined: looks[at] })),
  );
}

function someVisits(addresses: Address[]): Visit[] {
  const few = looks.filter(({ width, scheme }) => scheme === "light" || width === 1440);
  const others = langs.filter((lang) => lang !== "de");
  const inGerman = addresses.map((one, at) => {
    return { ...one, lang: "de" as const, looks: few, examined: few[at % few.length] };
  });
  const inOthers = addresses.filter(isScreen).map((one, at) => {
    const lang = others[at % others.length] ?? "en";
    return { ...one, lang, looks: few.slice(at % 3, (at % 3) + 1), examined: undefined };
  });
  return [...inGerman, ...inOthers];
}

let product: RunningProduct;
let walkers: Walkers;
const contexts = new Map<string, Promise<BrowserContext>>();

async function contextOf(who: Who, lang: string): Promise<BrowserContext> {
  const name = `${who} ${lang}`;
  const made = contexts.get(name) ?? contextFor(lang, who === "visitor" ? undefined : walkers[who]);
  contexts.set(name, made);
  return made;
}

async function contextFor(lang: string, customer: Customer | undefined): Promise<BrowserContext> {
  const browser = await sharedBrowser();
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

/** Describes the tests that open these addresses. */
export function describeWalk(addresses: Address[]): void {
  beforeAll(async () => {
    product = await sharedProduct();
    walkers = await sharedWalkers();
    contexts.clear();
  }, 180_000);
  afterAll(closeContexts, 30_000);

  const visits = full ? everyVisit(addresses) : someVisits(addresses);
  describe.concurrent("the walk", () => {
    it.for(visits)("$lang: $who at $address", { timeout: 120_000 }, async (visit, { expect }) => {
      const context = await contextOf(visit.who, visit.lang);
      const page = await context.newPage();
      try {
        await look(page, visit, expect);
      } finally {
        await page.close();
      }
    });
  });
}

async function look(
  page: Page,
  { who, address, lang, ...visit }: Visit,
  expect: ExpectStatic,
): Promise<void> {
  const quiet = quietness(page);
  const troubles = troublesOf(page);
  const untranslated = untranslatedIn(lang);
  await page.setViewportSize({ width: 1440, height: 900 });
  const named = address.replace(/[A-Z]{5,}/, (name) => walkers.named[name] ?? name);
  await page.goto(product.url + named, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await until("nothing is on its way", async () => quiet() && (await drawn(page)), 20_000);
  expect(await page.title()).toBe(expectedTitle(lang, address));
  for (const one of visit.looks) {
    await wear(page, one);
    const name = `${one.width}-${one.scheme}-${lang}`;
    await until("what the width asks for", async () => quiet() && (await drawn(page)), 20_000);
    await shoot(page, `${who === "newcomer" ? "/new" : ""}${address}`, name);
    expect.soft(await scrollsSideways(page), `scrolls sideways: ${name}`).toBe(false);
    expect.soft(await untranslated(page), name).toEqual([]);
    if (one === visit.examined) expect.soft(await settledAxe(page), name).toEqual([]);
  }
  expect(troubles).toEqual([]);
}
