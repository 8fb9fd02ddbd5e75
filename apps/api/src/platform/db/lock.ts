/** One product per data directory: a lock that names its holder and heals after a crash. */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Process {
  pid: number;
  /** The process's start, as the system tells it: a number that was given again is another one. */
  born: string;
}
interface Holder extends Process {
  startedAt: string;
  port: number;
  /** The processes that the holder started: they may outlive it for a moment. */
  children?: Process[];
}
export interface Lock {
  /** Writes down which child processes run now. */
  noteChildren(pids: number[]): void;
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

function lives({ pid, born }: Process): boolean {
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
/** What a killed product leaves behind ends by itself within seconds. */
const CHILDREN_END_MS = 8_000;
const LOOK_EVERY_MS = 20;

/**
 * Takes the lock of a data directory. Where its holder was killed, waits until that one's child
 * processes have ended: they use the same ports, journals and database.
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
    const left: Process[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        linkSync(mine, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const other = readHolder(file);
        if (other && lives(other)) throw taken(dataDir, other);
        left.push(...(other?.children ?? []));
        clearStale(file, other);
        continue;
      }
      await endOfAll(left);
      return lockOf(file, holder);
    }
    throw new Error(`the lock ${file} can neither be taken nor read; remove it by hand`);
  } finally {
    unlinkSync(mine);
  }
}

function lockOf(file: string, holder: Holder): Lock {
  return {
    noteChildren: (pids) => {
      const children = pids.map((pid) => ({ pid, born: birth(pid) }));
      const next = `${file}.${randomBytes(6).toString("hex")}`;
      writeFileSync(next, JSON.stringify({ ...holder, children }), { mode: 0o644 });
      renameSync(next, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Waits until these have ended; kills what does not, where it is surely the same process. */
async function endOfAll(children: Process[]): Promise<void> {
  const end = performance.now() + CHILDREN_END_MS;
  while (children.some(lives) && performance.now() < end) await sleep(LOOK_EVERY_MS);
  for (const child of children) {
    if (child.born !== "" && lives(child)) process.kill(child.pid, "SIGKILL");
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
