/**
 * How good Lighthouse finds the built dashboard: performance 95, accessibility 100, best practices
 * 95 (desktop). It measures time, so nothing else runs beside it.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserFlags } from "./browser.ts";
import type { Customer } from "./customer.ts";
import { type RunningProduct } from "./product.ts";
import { sharedProduct, sharedWalkers } from "./shared.ts";
import { paths } from "./walk-paths.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const LEAST = { performance: 95, accessibility: 100, "best-practices": 95 };
/** A shared machine has slow moments: a page may be measured so often, and has to be good once. */
const TRIES = 3;
const measure = path.resolve(import.meta.dirname, "../tools/lighthouse/measure.mjs");

let product: RunningProduct;
let customer: Customer;
beforeAll(async () => {
  product = await sharedProduct();
  ({ customer } = await sharedWalkers());
}, 180_000);

const at = (address: string) => product.url + address;

/** Makes the pages of a context those of the customer, as somebody finds them who comes back. */
async function signInto(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: "session", value: customer.session, url: product.url }]);
  const page = await context.newPage();
  await page.goto(`${product.url}/cli/home`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.close();
}

const judged = paths.filter((one) => !one.includes("?"));

describe("Lighthouse", () => {
  let context: BrowserContext;
  let debuggingPort = 0;
  const profile = mkdtempSync(path.join(tmpdir(), "turnpike-lighthouse-"));
  beforeAll(async () => {
    [debuggingPort = 0] = await freePorts(1);
    context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
    });
  });
  afterAll(async () => {
    await context?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  interface Measured {
    finalUrl: string;
    scores: typeof LEAST;
    failed: string[];
  }
  async function measured(address: string): Promise<Measured> {
    const args = [measure, String(debuggingPort), at(address)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 90_000 });
    const [page] = JSON.parse(stdout) as Measured[];
    if (!page) throw new Error(`nothing was measured: ${stdout}`);
    return page;
  }
  const isGood = ({ scores }: Measured) =>
    Object.entries(LEAST).every(([name, least]) => scores[name as keyof typeof LEAST] >= least);

  /** The best of some tries. */
  async function judge(address: string): Promise<void> {
    let best: Measured | undefined;
    for (let tries = 0; tries < TRIES && !(best && isGood(best)); tries++) {
      const found = await measured(address);
      if (!best || found.scores.performance > best.scores.performance) best = found;
    }
    console.info(`${address}: ${JSON.stringify(best?.scores)}`);
    // A page that led elsewhere was not measured.
    expect(best?.finalUrl).toBe(at(address));
    expect({ ...best, good: best && isGood(best) }).toEqual({ ...best, good: true });
  }

  it.each(["/index/login", "/index/register"])("finds %s good", judge, 300_000);
  it("is signed in for what follows", () => signInto(context));
  it.each(judged)("finds %s good", judge, 300_000);
});
