/**
 * Checks screens as customers see them: nothing on the console, no sideways scrolling, no key
 * instead of a text, no text in another language, the right title, and no axe findings.
 *
 * Every screen is opened in German on a phone, and every third one also in the language of its
 * file on a wide screen, alternately dark and light, navigating within the app. Of the states with
 * an address every fifth is opened, in German, alternately on a phone and on a wide dark screen.
 * `TURNPIKE_FULL=1` loads each address separately, in six languages, four widths and both themes.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, it } from "vitest";
import { axe, acquireContext, networkIdleProbe, scrollsSideways } from "./browser.ts";
import type { Customer } from "./customer.ts";
import { type RunningProduct } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct, sharedWalkers } from "./shared.ts";
import type { Walkers } from "./walk-customers.ts";
import { overlayFaults } from "./walk-overlays.ts";
import { titleIn, untranslatedIn } from "./walk-words.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** The dashboard's own route table; imported at run time, as it is compiled with the dashboard. */
const table = new URL("../apps/dashboard/src/app/navigation/routes.tsx", import.meta.url).href;
export const { screens } = (await import(table)) as {
  screens: { path: string; title: string; autoLogin?: boolean }[];
};

/** Optional folder for full-page screenshots of every visit. */
const shots = process.env.TURNPIKE_SHOTS;
const langs = ["en", "zh-tw", "fr", "ru", "vi", "de"] as const;
type Language = (typeof langs)[number];
const widths = [360, 390, 768, 1440] as const;
const schemes = ["light", "dark"] as const;
/** Languages with the longest words: only these open states by address and newcomers' screens. */
const longest: readonly string[] = ["de", "ru"];
const looks = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
type Look = (typeof looks)[number];
export type Who = "visitor" | "newcomer" | "customer";
export interface Address {
  who: Who;
  address: string;
}
/** One visit: what to open, in which language and looks, and in which looks axe checks it. */
interface Visit extends Address {
  /** Visits of one lane run one after another. */
  lane: number;
  lang: Language;
  looks: Look[];
  examined: Look[];
}

const full = process.env["TURNPIKE_FULL"] === "1";
const isScreen = ({ who, address }: Address) => who !== "newcomer" && !address.includes("?");

/** Number of visits that run concurrently. */
const lanes = 3;

/** The looks that axe checks in this language: each look belongs to one language. */
const looksOf = (at: number) => looks.filter((_, look) => look % langs.length === at);

function everyVisit(addresses: Address[]): Visit[] {
  return langs.flatMap((lang, at) =>
    addresses
      .filter((one) => longest.includes(lang) || isScreen(one))
      // axe checks each look in one language only; all other checks run in all languages.
      .map((one, lane) => ({ ...one, lane: lane % lanes, lang, looks, examined: looksOf(at) })),
  );
}

/** `also` is the second language, besides German. */
function someVisits(addresses: Address[], also: Language): Visit[] {
  const lookOf = (width: Look["width"], scheme: Look["scheme"]) =>
    looks.filter((look) => look.width === width && look.scheme === scheme);
  const phone = lookOf(360, "light");
  const dark = lookOf(1440, "dark");
  const wide = [dark, lookOf(1440, "light")];
  /** Every third screen is also opened wide; axe checks it there, and the others on the phone. */
  const openedWide = addresses.filter(isScreen).filter((_, at) => at % 3 === 1);
  let states = 0;
  const inGerman = addresses.flatMap((one, at) => {
    if (!isScreen(one) && states++ % 5 > 0) return [];
    const own = isScreen(one) || states % 10 === 1 ? phone : dark;
    const examined = openedWide.includes(one) ? [] : own;
    return [{ ...one, lane: at % (lanes - 1), lang: "de" as const, looks: own, examined }];
  });
  const inOthers = openedWide.map((one, at) => {
    const own = wide[at % 2] ?? dark;
    return { ...one, lane: lanes - 1, lang: also, looks: own, examined: own };
  });
  return [...inGerman, ...inOthers];
}

/** The first visit of each lane, then the second of each, so that the runner's slots stay busy. */
function interleaved(visits: Visit[]): Visit[] {
  const counts = Array.from({ length: lanes }, () => 0);
  return visits
    .map((visit) => ({ visit, turn: (counts[visit.lane] = (counts[visit.lane] ?? 0) + 1) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ visit }) => visit);
}

let product: RunningProduct;
/** Not needed for visitors. */
let walkers: Walkers | undefined;
const contexts = new Map<string, Promise<BrowserContext>>();

/** Languages other than German share one context; in a full run each has its own. */
async function contextOf(who: Who, lang: string): Promise<BrowserContext> {
  const name = full || lang === "de" ? `${who} ${lang}` : who;
  const made = contexts.get(name) ?? contextFor(who === "visitor" ? undefined : walkers?.[who]);
  contexts.set(name, made);
  const context = await made;
  await context.addCookies([{ name: "lang", value: lang, url: product.url }]);
  return context;
}

async function contextFor(customer: Customer | undefined): Promise<BrowserContext> {
  const context = await acquireContext(await sharedBrowser());
  if (!customer) return context;
  const { url } = product;
  await context.addCookies([{ name: "session", value: customer.session, url }]);
  const user = JSON.stringify(await customer.ask("member", {}));
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  await page.evaluate(
    ([token = "", member = ""]) => {
      localStorage.setItem("app.session", token);
      localStorage.setItem("app.mirrored", token);
      localStorage.setItem("app.user", member);
    },
    [customer.session, user],
  );
  await page.close();
  return context;
}

/** A page's errors and console warnings, except the 404 of an unknown address. */
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

const skeletonsGone = async (page: Page) =>
  (await page.locator(".mantine-Skeleton-root:visible").count()) === 0;

async function applyLook(page: Page, { width, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  const twoFrames =
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  await page.evaluate(twoFrames);
}

/**
 * Findings of axe that persist: colours may still be changing after a change of theme, and the bar
 * at the end of a dialog may cover half of a control until it is scrolled.
 */
async function settledAxe(page: Page): Promise<string[]> {
  const found = await axe(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(500);
  const again = await axe(page);
  if (again.length === 0) return again;
  await page.evaluate(
    "for (const part of document.querySelectorAll('[role=dialog], [role=dialog] *')) part.scrollTop = part.scrollHeight",
  );
  const scrolled = await axe(page);
  return again.filter((fault) => scrolled.includes(fault));
}

async function saveScreenshot(page: Page, address: string, name: string): Promise<void> {
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

/** A lane's open page: one person in one language. */
interface LanePage {
  page: Page;
  of: string;
  quiet: () => boolean;
  troubles: string[];
}

/** Opens the visit's address, in the lane's open page if it belongs to the same person. */
async function open(visit: Visit, before: LanePage | undefined): Promise<LanePage> {
  const named = visit.address.replace(/[A-Z]{5,}/, (name) => walkers?.named[name] ?? name);
  const of = `${visit.who} ${visit.lang}`;
  const [first, ...others] = visit.looks;
  const width = first && others.length === 0 ? first.width : 1440;
  if (before?.of === of && !full) {
    before.troubles.length = 0;
    await before.page.setViewportSize({ width, height: 900 });
    await before.page.evaluate(
      `history.pushState({}, "", ${JSON.stringify(named)}); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    return before;
  }
  await before?.page.close();
  const page = await (await contextOf(visit.who, visit.lang)).newPage();
  const now = { page, of, quiet: networkIdleProbe(page), troubles: troublesOf(page) };
  await page.setViewportSize({ width, height: 900 });
  await page.goto(product.url + named, { waitUntil: "load" });
  return now;
}

/** Declares tests that open these addresses: in German, and every third screen also in `also`. */
export function describeWalk(addresses: Address[], also: Language): void {
  /** The current visit of each lane; resolves to the page it leaves open. */
  const lanePages: (Promise<LanePage | undefined> | undefined)[] = [];
  beforeAll(async () => {
    product = await sharedProduct();
    if (addresses.some(({ who }) => who !== "visitor")) walkers = await sharedWalkers();
    contexts.clear();
  }, 180_000);
  afterAll(closeContexts, 30_000);

  const visits = full ? everyVisit(addresses) : interleaved(someVisits(addresses, also));
  describe.concurrent("the walk", () => {
    it.for(visits)("$lang: $who at $address", { timeout: 120_000 }, async (visit, { expect }) => {
      const opened = (lanePages[visit.lane] ?? Promise.resolve(undefined)).then((before) =>
        open(visit, before),
      );
      const looked = opened.then((one) => checkVisit(one, visit, expect));
      lanePages[visit.lane] = looked.then(
        () => opened,
        async () => {
          // The next visit of the lane opens its own page.
          await opened.then(({ page }) => page.close()).catch(() => undefined);
          return undefined;
        },
      );
      await looked;
    });
  });
}

async function checkVisit(
  { page, quiet, troubles }: LanePage,
  { who, address, lang, ...visit }: Visit,
  expect: ExpectStatic,
): Promise<void> {
  const untranslated = untranslatedIn(lang);
  await waitFor(
    "the title",
    async () => (await page.title()) === expectedTitle(lang, address),
  ).catch(() => undefined);
  expect(await page.title()).toBe(expectedTitle(lang, address));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await waitFor(
    "nothing is on its way",
    async () => quiet() && (await skeletonsGone(page)),
    20_000,
  );
  for (const one of visit.looks) {
    await applyLook(page, one);
    const name = `${one.width}-${one.scheme}-${lang}`;
    await waitFor(
      "what the width asks for",
      async () => quiet() && (await skeletonsGone(page)),
      20_000,
    );
    await saveScreenshot(page, `${who === "newcomer" ? "/new" : ""}${address}`, name);
    expect.soft(await scrollsSideways(page), `scrolls sideways: ${name}`).toBe(false);
    expect.soft(await untranslated(page), name).toEqual([]);
    if (visit.examined.includes(one)) expect.soft(await settledAxe(page), name).toEqual([]);
    // In other runs, `overlays.test.ts` opens one overlay of each kind.
    if (full && visit.examined.includes(one))
      expect.soft(await overlayFaults(page), name).toEqual([]);
  }
  expect(troubles).toEqual([]);
}
