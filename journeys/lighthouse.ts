/** Lighthouse on pages of the built dashboard or console, in a browser with its own profile. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { expect } from "vitest";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { browserFlags } from "./browser.ts";

const LEAST = { performance: 95, accessibility: 100, "best-practices": 95 };
/** A shared machine has slow moments: a page is measured up to this often and must pass once. */
const TRIES = 3;
const program = path.resolve(import.meta.dirname, "../tools/lighthouse/measure.mjs");

interface Measured {
  finalUrl: string;
  scores: typeof LEAST;
  failed: string[];
}
const isGood = ({ scores }: Measured) =>
  Object.entries(LEAST).every(([name, least]) => scores[name as keyof typeof LEAST] >= least);

export interface LighthouseBrowser {
  /** Sessions of this context apply to the measured pages. */
  context: BrowserContext;
  /** Expects these scores: performance 95, accessibility 100, best practices 95 (desktop). */
  judge: (url: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts full Chromium with a debugging port for Lighthouse. */
export async function startLighthouse(): Promise<LighthouseBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), "turnpike-lighthouse-"));
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
  const measure = async (url: string): Promise<Measured> => {
    const args = [program, String(port), url];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 90_000 });
    const [page] = JSON.parse(stdout) as Measured[];
    if (!page) throw new Error(`nothing was measured: ${stdout}`);
    return page;
  };
  const judge = async (url: string) => {
    let best: Measured | undefined;
    for (let tries = 0; tries < TRIES && !(best && isGood(best)); tries++) {
      const found = await measure(url);
      if (!best || found.scores.performance > best.scores.performance) best = found;
    }
    console.info(`${new URL(url).pathname}: ${JSON.stringify(best?.scores)}`);
    // A redirected page was not measured.
    expect(best?.finalUrl).toBe(url);
    expect({ ...best, good: best && isGood(best) }).toEqual({ ...best, good: true });
  };
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, judge, close };
}
