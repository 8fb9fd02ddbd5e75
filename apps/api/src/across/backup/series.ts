/** Backups in a folder, one a run: old ones go, and what was done is remembered (spec/operator#backup-and-restore). */
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const DAY_MS = 86_400_000;
/** A daily backup that failed once is not a fault yet. */
const oldestBackupMs = 2 * DAY_MS;
const oldestDrillMs = 45 * DAY_MS;
/** `turnpike-2026-11-26T0300Z.backup`. */
const NAME = /^turnpike-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup(\.age|\.gpg)?$/;

interface Done {
  /** ISO instants. */
  backupAt?: string;
  file?: string;
  drillAt?: string;
}
const doneFile = (dataDir: string) => path.join(dataDir, "backups.json");

/** What was done last, as `DATA_DIR/backups.json` remembers it. */
function readDone(dataDir: string): Done {
  try {
    return JSON.parse(readFileSync(doneFile(dataDir), "utf8")) as Done;
  } catch {
    return {};
  }
}

/** Remembers that a backup or a drill was done. */
export function noteDone(dataDir: string, done: Done): void {
  const all = { ...readDone(dataDir), ...done };
  const file = doneFile(dataDir);
  writeFileSync(file, `${JSON.stringify(all)}\n`, { mode: 0o600 });
  giveToOwnerOf(dataDir, file);
}

/** What root's command line writes into a folder of the service's user, that user has to read. */
export function giveToOwnerOf(folder: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}

/** When a backup was last made from here; null where none is known. */
export function lastBackupAt(dataDir: string): string | null {
  return readDone(dataDir).backupAt ?? null;
}

/** The backup that was made last. @throws Error where none is known */
export function lastFile(dataDir: string): string {
  const { file } = readDone(dataDir);
  if (file === undefined) throw new Error("no backup was made from here: name its file");
  return file;
}

/** The file of a backup that begins now; makes the folder, which only its owner can open. */
export function nextFile(folder: string, nowMs: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "");
  return path.join(folder, `turnpike-${at}Z.backup`);
}

/** The backups of a folder, oldest first. */
const backupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort()
        .map((name) => path.join(folder, name))
    : [];

/** Deletes all but the newest `keep`; returns those that are gone. */
export function deleteOld(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const file of old) rmSync(file);
  return old;
}

/** Whether there is a backup that is new enough, and one that was tried. */
export function backupCheck(
  dataDir: string,
  nowMs: number,
): { state: "ok" | "missing" | "wrong"; detail: string } {
  const { backupAt, drillAt } = readDone(dataDir);
  if (backupAt === undefined) return { state: "missing", detail: "none was made" };
  const age = nowMs - Date.parse(backupAt);
  if (age > oldestBackupMs) return { state: "wrong", detail: `the last one is of ${backupAt}` };
  if (drillAt === undefined || nowMs - Date.parse(drillAt) > oldestDrillMs)
    return { state: "wrong", detail: `of ${backupAt}; no drill for 45 days` };
  return { state: "ok", detail: `of ${backupAt}, tried at ${drillAt}` };
}
