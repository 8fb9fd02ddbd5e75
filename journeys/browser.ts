/** A real Chromium for journeys, and checks that apply to every screen. */
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

/** Flags that also disable all background requests. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Headless Chromium, if installed: a page takes a third of the work. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const chromiumPath = existsSync(headlessShell) ? headlessShell : "/usr/bin/chromium";

/** Starts headless Chromium; `more` are additional flags. */
export function startBrowser(...more: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? chromiumPath;
  return chromium.launch({ executablePath, args: [...browserFlags, ...more] });
}

/** Starts full Chromium, which requests pages like customers' browsers do: with brotli. */
export function startFullBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: browserFlags });
}

interface Http3Origin {
  /** host:port, as in page URLs. */
  origin: string;
  /** host:port to which its datagrams are sent. */
  address: string;
  /** SHA-256 of its certificate's key, in base64. */
  keyHash: string;
}

/** Starts full Chromium, which uses only HTTP/3 with one origin. */
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
/** Responses that stream for as long as the page is open. */
const streams = [calls.live.path, calls.monitorLive.path];
/** Returns a function: whether all later requests have been answered and it is quiet. */
export function networkIdleProbe(page: Page): () => boolean {
  const pendingRequests = new Set<Request>();
  let changedAt = Date.now();
  const ended = (request: Request) => {
    pendingRequests.delete(request);
    changedAt = Date.now();
  };
  page.on("request", (request) => {
    if (!streams.some((stream) => request.url().endsWith(stream))) pendingRequests.add(request);
    changedAt = Date.now();
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return () => pendingRequests.size === 0 && Date.now() - changedAt > QUIET_MS;
}

/** A context with an empty cache. The caller closes it. */
export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });

/** Borrowed contexts that nobody uses. */
const idleContexts = new Set<BrowserContext>();
/** The origins that pages of a borrowed context may have visited. */
const visitedOrigins = new WeakMap<BrowserContext, Set<string>>();

/**
 * Borrows a context without cookies or storage. Its cache has files that earlier users loaded, so
 * screens load faster than on a first visit. Return it with `releaseContext`.
 */
export async function acquireContext(browser: Browser): Promise<BrowserContext> {
  const used = browser.contexts().find((context) => idleContexts.has(context));
  // Reset the timeout that an earlier user may have set.
  used?.setDefaultTimeout(30_000);
  if (used && idleContexts.delete(used)) return used;
  const context = await newContext(browser);
  const origins = new Set<string>();
  visitedOrigins.set(context, origins);
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
    }),
  );
  return context;
}

/** Closes a context's pages; a borrowed one is cleared and kept for the next user. */
export async function releaseContext(context: BrowserContext): Promise<void> {
  const origins = visitedOrigins.get(context);
  if (!origins) return context.close();
  if (idleContexts.has(context)) return;
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
  idleContexts.add(context);
}

/** axe's findings on the page now, or within a `selector`: rule and element, one line each. */
export async function axe(page: Page, selector = "html"): Promise<string[]> {
  // After a navigation within the dashboard the script is still loaded.
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
    // Other result types would take a third of its time. `target-size` (WCAG 2.5.8) is off by default.
    const rules = { "target-size": { enabled: true } };
    return (await run.run(scope, { resultTypes: ["violations"], selectors: false, rules }))
      .violations;
  }, selector);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Whether the page scrolls sideways, which no screen may. */
export function scrollsSideways(page: Page): Promise<boolean> {
  const script = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1";
  return page.evaluate<boolean>(script);
}

/** What is wrong with a screen on phones and large windows, in both schemes: one line each. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const found = await axe(page);
      if (await scrollsSideways(page)) found.push("scrolls sideways");
      faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    }
  return faults;
}
