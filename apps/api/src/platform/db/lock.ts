/**
 * Allows one product per data directory: a lock that names its holder and recovers after a crash.
 * Libraries do less: proper-lockfile judges by a file's age, so a restart after kill -9 would wait,
 * and names no holder; kernel locks (flock) need a compiled addon and do not record child
 * processes.
 */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Process {
  pid: number;
  /** When the process started: a reused pid belongs to another process. */
  born: string;
}
interface Holder extends Process {
  startedAt: string;
  port: number;
  /** The holder's child processes, which may outlive it for a moment. */
  children?: Process[];
}
export interface Lock {
  /** Records the running child processes. */
  recordChildren(pids: number[]): void;
  release(): void;
}

/** When a process started (clock ticks since boot); empty if unknown, "ended" for a zombie. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return /[ZX]/.test(fields[0] ?? "") ? "ended" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function isAlive({ pid, born }: Process): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startOf(pid) === born;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** Whether a running product holds the data directory. */
export function isLocked(dataDir: string): boolean {
  const holder = readHolder(path.join(dataDir, "turnpike.lock"));
  return holder !== null && isAlive(holder);
}

const TRIES = 10;
/** Child processes of a killed product exit on their own within seconds. */
const CHILDREN_END_MS = 8_000;
const CHECK_EVERY_MS = 20;

/**
 * Takes the lock of a data directory. If the holder was killed, waits until its child processes
 * have exited: they use the same ports, journals and database.
 * @throws Error naming the process that holds it
 */
export async function takeLock(dataDir: string, { port }: { port: number }): Promise<Lock> {
  const file = path.join(dataDir, "turnpike.lock");
  const mine = `${file}.${randomBytes(6).toString("hex")}`;
  const holder: Holder = {
    pid: process.pid,
    born: startOf(process.pid),
    startedAt: new Date().toISOString(),
    port,
  };
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o644 });
  try {
    const left: Process[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        linkSync(mine, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const other = readHolder(file);
        if (other && isAlive(other)) throw inUseError(dataDir, other);
        left.push(...(other?.children ?? []));
        clearStale(file, other);
        continue;
      }
      await waitForExit(left);
      return lockOf(file, holder);
    }
    throw new Error(`the lock ${file} can neither be taken nor read; remove it by hand`);
  } finally {
    unlinkSync(mine);
  }
}

function lockOf(file: string, holder: Holder): Lock {
  return {
    recordChildren: (pids) => {
      const children = pids.map((pid) => ({ pid, born: startOf(pid) }));
      const next = `${file}.${randomBytes(6).toString("hex")}`;
      writeFileSync(next, JSON.stringify({ ...holder, children }), { mode: 0o644 });
      renameSync(next, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Waits until processes have exited; kills the rest if they are certainly the same processes. */
async function waitForExit(children: Process[]): Promise<void> {
  const end = performance.now() + CHILDREN_END_MS;
  while (children.some(isAlive) && performance.now() < end) await sleep(CHECK_EVERY_MS);
  for (const child of children) {
    if (child.born !== "" && isAlive(child)) process.kill(child.pid, "SIGKILL");
  }
}

function inUseError(dataDir: string, { pid, port, startedAt }: Holder): Error {
  return new Error(
    `${dataDir} is in use by pid ${pid} (port ${port}, since ${startedAt}). ` +
      "End that one first, or set DATA_DIR to another folder.",
  );
}

/**
 * Removes a dead holder's lock (null: unreadable after a power cut). If another process took the
 * lock in the meantime, restores it.
 */
function clearStale(file: string, dead: Holder | null): void {
  const staleFile = `${file}.stale-${randomBytes(6).toString("hex")}`;
  try {
    renameSync(file, staleFile);
  } catch {
    return;
  }
  const moved = readHolder(staleFile);
  if (moved && (moved.pid !== dead?.pid || moved.born !== dead.born)) {
    try {
      linkSync(staleFile, file);
    } catch {
      // Another process has taken the lock in between.
    }
  }
  rmSync(staleFile, { force: true });
}
