/** A real Chromium for a journey, and what is asked of every screen. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

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

/** What axe finds on the page as it is now, or `within` a selector: rule and element, one line each. */
export async function axe(page: Page, within = "html"): Promise<string[]> {
  await page.evaluate(axeSource);
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
