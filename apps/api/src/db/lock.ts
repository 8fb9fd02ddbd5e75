/** One product per data directory: a lock that names its holder and heals after a crash. */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Holder {
  pid: number;
  /** The process's start, as the system tells it: a number that was given again is another one. */
  born: string;
  startedAt: string;
  port: number;
}
export interface Lock {
  release(): void;
}

/**
 * When a process was started (clock ticks since boot), or empty where the system does not say; of
 * one that is dead and was not yet reaped, its end.
 */
function birth(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return /[ZX]/.test(fields[0] ?? "") ? "ended" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function lives({ pid, born }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return birth(pid) === born;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** Whether a product that lives holds the data directory now. */
export function isLocked(dataDir: string): boolean {
  const holder = readHolder(path.join(dataDir, "turnpike.lock"));
  return holder !== null && lives(holder);
}

const TRIES = 10;

/**
 * Takes the lock of a data directory.
 * @throws Error naming the process that holds it
 */
export async function takeLock(dataDir: string, { port }: { port: number }): Promise<Lock> {
  const file = path.join(dataDir, "turnpike.lock");
  const mine = `${file}.${randomBytes(6).toString("hex")}`;
  const holder: Holder = {
    pid: process.pid,
    born: birth(process.pid),
    startedAt: new Date().toISOString(),
    port,
  };
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o644 });
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        linkSync(mine, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const other = readHolder(file);
      if (other && lives(other)) throw taken(dataDir, other);
      clearStale(file, other);
    }
    throw new Error(`the lock ${file} can neither be taken nor read; remove it by hand`);
  } finally {
    unlinkSync(mine);
  }
}

function taken(dataDir: string, { pid, port, startedAt }: Holder): Error {
  return new Error(
    `${dataDir} is in use by pid ${pid} (port ${port}, since ${startedAt}). ` +
      "End that one first, or set DATA_DIR to another folder.",
  );
}

/**
 * Moves a dead holder's lock away (null: one that a power cut left unreadable); one that was taken
 * meanwhile is put back.
 */
function clearStale(file: string, dead: Holder | null): void {
  const aside = `${file}.stale-${randomBytes(6).toString("hex")}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && (moved.pid !== dead?.pid || moved.born !== dead.born)) {
    try {
      linkSync(aside, file);
    } catch {
      // Somebody else took it in between: theirs stands.
    }
  }
  rmSync(aside, { force: true });
}
