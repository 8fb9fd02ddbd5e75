/** One manager per folder: a lock file that names its holder and is taken over after a crash. */
import { randomUUID } from "node:crypto";
import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

interface Holder {
  pid: number;
  /** When the process started, if the system reports it (Linux); otherwise empty. */
  born: string;
}
export interface Lock {
  /** Shows that the holder is alive, for systems that do not report when a process started. */
  beat: () => void;
  release: () => void;
}

/** Where the pid alone proves nothing, a holder without a beat for this long counts as dead. */
const STALE_AFTER_MS = 30_000;
const TRIES = 5;

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return /[ZX]/.test(fields[0] ?? "") ? "ended" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function isAlive({ pid, born }: Holder, file: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  if (born !== "") return startOf(pid) === born;
  return Date.now() - statSync(file).mtimeMs < STALE_AFTER_MS;
}

function holderOf(file: string): Holder | null {
  try {
    const { pid, born } = JSON.parse(readFileSync(file, "utf8")) as Partial<Holder>;
    return typeof pid === "number" && typeof born === "string" ? { pid, born } : null;
  } catch {
    return null;
  }
}

/** Removes a stale lock. If another process has replaced it in the meantime, restores that one. */
function removeStaleLock(file: string): void {
  const movedFile = `${file}.${randomUUID()}`;
  try {
    renameSync(file, movedFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    const holder = holderOf(movedFile);
    if (holder && isAlive(holder, movedFile)) linkSync(movedFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(movedFile, { force: true });
  }
}

/**
 * Takes the folder's lock.
 * @throws Error that names the process holding it
 */
export function takeLock(folder: string): Lock {
  const file = path.join(folder, "manager.lock");
  const ownFile = `${file}.${randomUUID()}`;
  const holder: Holder = { pid: process.pid, born: startOf(process.pid) };
  writeFileSync(ownFile, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        linkSync(ownFile, file);
        return makeLock(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const other = holderOf(file);
      if (other && isAlive(other, file)) {
        throw new Error(`a manager runs on ${folder} already (process ${other.pid})`);
      }
      removeStaleLock(file);
    }
    throw new Error(`the lock ${file} cannot be taken; remove it by hand`);
  } finally {
    rmSync(ownFile, { force: true });
  }
}

function makeLock(file: string): Lock {
  return {
    beat: () => {
      const now = new Date();
      try {
        utimesSync(file, now, now);
      } catch {
        // The file was deleted by hand; the manager continues.
      }
    },
    release: () => {
      if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}
