/**
 * `npm run pictures`: six pictures of the demo, light and dark, in docs/pictures and in the README
 * between its markers. Screens are opened by address, so that menus may change.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../journeys/browser.ts";
import { signIn } from "../journeys/person.ts";
import { login } from "./customer.ts";
import { endDemo, startDemo } from "./start.ts";

const folder = path.resolve(import.meta.dirname, "../docs/pictures");
const readme = path.resolve(import.meta.dirname, "../README.md");
const maxBytes = 150_000;
const size = { width: 1280, height: 800 };

const pictures = [
  { name: "home-light", of: "Home", path: "/cli/home", scheme: "light" },
  {
    name: "usage-light",
    of: "Usage by country",
    path: "/cli/package-purchase?by=country",
    scheme: "light",
  },
  { name: "static-light", of: "Static IPs", path: "/cli/static-proxies", scheme: "light" },
  { name: "traffic-dark", of: "Sub-accounts", path: "/cli/traffic-use", scheme: "dark" },
  { name: "log-dark", of: "Request log", path: "/cli/request-log", scheme: "dark" },
  { name: "billing-dark", of: "Billing", path: "/cli/setting?tab=billing", scheme: "dark" },
] as const;
type Picture = (typeof pictures)[number];

/** JPEG at the best quality within the size limit. */
async function screenshotOf(page: Page): Promise<Buffer> {
  for (const quality of [88, 80, 70, 60, 50]) {
    const image = await page.screenshot({ type: "jpeg", quality });
    if (image.length <= maxBytes) return image;
  }
  throw new Error(`a picture of ${page.url()} is larger than ${maxBytes} bytes`);
}

/** Waits until nothing is loading and no skeleton is shown. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ timeout: 30_000 });
  const skeletons = page.locator(".mantine-Skeleton-root");
  await waitFor("nothing is loaded any more", async () => (await skeletons.count()) === 0, 30_000);
  // Charts are animated for a moment.
  await page.waitForTimeout(1_500);
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: picture.scheme,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  await signIn(page, url, login);
  await page.goto(url + picture.path);
  await waitUntilDrawn(page);
  const image = await screenshotOf(page);
  writeFileSync(path.join(folder, `${picture.name}.jpg`), image);
  console.log(`docs/pictures/${picture.name}.jpg  ${Math.round(image.length / 1_000)} kB`);
  await context.close();
}

/** Inserts all pictures into the README, three per row. */
function writeReadme(): void {
  const cells = pictures.map(({ name, of }) => `![${of}](docs/pictures/${name}.jpg)`);
  const row = (from: number) => `| ${cells.slice(from, from + 3).join(" | ")} |`;
  const table = ["| | | |", "|---|---|---|", row(0), row(3)].join("\n");
  const text = readFileSync(readme, "utf8");
  const marks = /(<!-- pictures: [^>]*-->\n)[\s\S]*?(<!-- \/pictures -->)/;
  writeFileSync(readme, text.replace(marks, `$1\n${table}\n\n$2`));
}

mkdirSync(folder, { recursive: true });
const product = await startDemo({ free: true });
try {
  const browser = await startBrowser();
  for (const picture of pictures) await take(browser, product.url, picture);
  await browser.close();
  writeReadme();
} finally {
  await endDemo(product);
}
process.exit(0);
