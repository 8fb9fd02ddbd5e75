/** A real Chromium for a journey, and what is asked of every screen. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { calls } from "@turnpike/contract/calls.ts";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from "playwright-core";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Nothing that calls home. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Chromium without windows, where it is installed: a page costs a third of the work. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const chromiumPath = existsSync(headlessShell) ? headlessShell : "/usr/bin/chromium";

/** Starts Chromium without windows; `more` are flags beside the usual ones. */
export function startBrowser(...more: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? chromiumPath;
  return chromium.launch({ executablePath, args: [...browserFlags, ...more] });
}

/** Starts the whole of Chromium, which asks for pages as customers' browsers do: with brotli. */
export function startWholeBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: browserFlags });
}

interface Http3Origin {
  /** host:port, as pages name it. */
  origin: string;
  /** host:port that its datagrams are sent to. */
  address: string;
  /** SHA-256 of its certificate's key, in base64. */
  keyHash: string;
}

/** Starts the whole of Chromium, which speaks HTTP/3 to one origin and nothing else to it. */
export function startHttp3Browser({ origin, address, keyHash }: Http3Origin): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const args = [
    ...browserFlags.filter((flag) => flag !== "--disable-quic"),
    "--enable-quic",
    `--origin-to-force-quic-on=${origin}`,
    `--host-resolver-rules=MAP ${origin} ${address}`,
    `--ignore-certificate-errors-spki-list=${keyHash}`,
  ];
  return chromium.launch({ executablePath, args });
}

const QUIET_MS = 250;
/** What is answered for as long as one looks. */
const streams = [calls.live.path, calls.monitorLive.path];
/** Makes what tells whether all that a page asked from now on has been answered for a while. */
export function quietness(page: Page): () => boolean {
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

/** A context whose cache has nothing. Whoever opens it closes it. */
export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });

/** Contexts that nobody uses now, by their browser. */
const idle = new WeakMap<Browser, BrowserContext[]>();
/** The origins at which the pages of a borrowed context were, or may have been. */
const visited = new WeakMap<BrowserContext, Set<string>>();

/**
 * A context that knows nobody: no cookie, nothing stored. The files that an earlier user of it loaded
 * are in its cache, so a screen costs less than at a first visit. Who is done with it puts it away.
 */
export async function borrowContext(browser: Browser): Promise<BrowserContext> {
  const used = idle.get(browser)?.pop();
  // What an earlier user said of its patience is forgotten too.
  used?.setDefaultTimeout(30_000);
  if (used) return used;
  const context = await newContext(browser);
  const origins = new Set<string>();
  visited.set(context, origins);
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
    }),
  );
  return context;
}

/** Closes the pages of a context; one that was borrowed forgets whose it was, and waits for the next. */
export async function putAway(context: BrowserContext): Promise<void> {
  const origins = visited.get(context);
  const browser = context.browser();
  if (!origins || !browser) return context.close();
  const waiting = idle.get(browser) ?? [];
  idle.set(browser, waiting);
  if (waiting.includes(context)) return;
  await Promise.all(context.pages().map((page) => page.close()));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb";
  for (const origin of origins)
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await context.clearCookies();
  await context.setOffline(false);
  await page.close();
  origins.clear();
  waiting.push(context);
}

/** What axe finds on the page as it is now, or `within` a selector: rule and element, one line each. */
export async function axe(page: Page, within = "html"): Promise<string[]> {
  // From screen to screen of the dashboard it is still there.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (scope) => {
    const { axe: run } = globalThis as unknown as {
      axe: {
        run(
          scope: string,
          how: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    // What else it could say of each element takes it a third of its time.
    return (await run.run(scope, { resultTypes: ["violations"], selectors: false })).violations;
  }, within);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Whether the page can be scrolled sideways, which no screen may. */
export function scrollsSideways(page: Page): Promise<boolean> {
  const script = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1";
  return page.evaluate<boolean>(script);
}
