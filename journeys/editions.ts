/** Earlier editions of the product, made from this repository's history, for upgrade tests. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { commandOfEntry, entryOf } from "@turnpike/net/testing/product-entry.ts";
import type { RunningProduct } from "./product.ts";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Puts an edition with its packages into a folder. TURNPIKE_EDITIONS names a folder that has it
 * already, as COMMIT; otherwise its packages are installed, which takes a minute and the network.
 */
export function makeEdition(commit: string, folder: string): void {
  const made = process.env["TURNPIKE_EDITIONS"];
  if (made !== undefined) {
    execFileSync("cp", ["-al", path.join(made, commit), folder], { stdio: "ignore" });
    return;
  }
  mkdirSync(folder);
  const pack = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x", "-C", folder], { input: pack });
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });
}

/** Puts this checkout into a folder. */
export function makeNewest(folder: string): void {
  mkdirSync(folder);
  for (const name of ["apps", "packages", "node_modules", "tools", "docs", "package.json"])
    execFileSync("cp", ["-al", path.join(root, name), folder]);
}

/** How to start what is in a folder. */
export const startOf = (folder: string) => ({
  program: path.join(folder, "node_modules/.bin/node"),
  args: [entryOf("turnpike", folder)],
  channel: true,
});

/** Exchanges two folders, as an upgrade does. */
export function swap(home: string, next: string): void {
  const aside = `${home}.aside`;
  execFileSync("mv", [home, aside]);
  execFileSync("mv", [next, home]);
  execFileSync("mv", [aside, next]);
}

/** The ids of the product's API process; none while it is started again. */
function apisOf({ pid }: Pick<RunningProduct, "pid">): number[] {
  const args = ["-P", String(pid), "-f", commandOfEntry("api").source];
  const { stdout } = spawnSync("pgrep", args, { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

/** Stops the product's API where it is; the result ends it so. */
export function freeze(product: RunningProduct): () => void {
  const pids = apisOf(product);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) process.kill(pid, "SIGKILL");
  };
}

/** Ends the product's API process, and waits until its main process has started another one. */
export async function restartApi(product: RunningProduct): Promise<void> {
  const [before] = apisOf(product);
  if (before === undefined) throw new Error("the product has no API");
  process.kill(before, "SIGTERM");
  const isReady = async () => {
    const [now] = apisOf(product);
    if (now === undefined || now === before) return false;
    const said = await fetch(`${product.url}/readyz`).catch(() => null);
    return said?.status === 200;
  };
  await waitFor("another API is ready", isReady, 60_000);
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
