/** Backups in a folder, one per run, with rotation (spec/operator#backup-and-restore). */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeOwned } from "../../platform/db/owned-files.ts";

const DAY_MS = 86_400_000;
/** Two days: one failed daily backup is not an error yet. */
const oldestBackupMs = 2 * DAY_MS;
const oldestDrillMs = 45 * DAY_MS;
/** For example `turnpike-2026-11-26T030000Z.backup`. */
const NAME = /^turnpike-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup(\.age|\.gpg)?$/;

/** Other fields are not kept: root could be led to any file by a link. */
const backupRuns = z.object({
  /** ISO 8601 timestamps; `firstAt` is of the first backup, which releases before did not record. */
  firstAt: z.string().optional(),
  backupAt: z.string().optional(),
  file: z.string().optional(),
  /** How many rows the backup has; releases before did not record it. */
  rows: z.number().optional(),
  drillAt: z.string().optional(),
});
type BackupRuns = z.infer<typeof backupRuns>;
const runsFile = (dataDir: string) => path.join(dataDir, "backups.json");

/** Reads the record of the last backup and drill from `DATA_DIR/backups.json`. */
function readRuns(dataDir: string): BackupRuns {
  try {
    return backupRuns.parse(JSON.parse(readFileSync(runsFile(dataDir), "utf8")));
  } catch {
    return {};
  }
}

/** Records that a backup or a drill was done. */
export function recordRun(dataDir: string, run: BackupRuns): void {
  const before = readRuns(dataDir);
  const isFirst = before.backupAt === undefined && run.backupAt !== undefined;
  const all = { ...before, ...(isFirst && { firstAt: run.backupAt }), ...run };
  // The service has to read what root wrote.
  writeOwned(runsFile(dataDir), `${JSON.stringify(all)}\n`);
}

/** When the last backup was made from this installation; null if none is known. */
export function lastBackupAt(dataDir: string): string | null {
  return readRuns(dataDir).backupAt ?? null;
}

/** The last backup's file. @throws Error if none is known */
export function lastBackupFile(dataDir: string): string {
  const { file } = readRuns(dataDir);
  if (file === undefined) throw new Error("no backup was made from here: name its file");
  return file;
}

/** The file name of a backup that begins now. Creates the folder, accessible to its owner only. */
export function newBackupFile(folder: string, nowMs: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = new Date(nowMs).toISOString().slice(0, 19).replaceAll(":", "");
  return path.join(folder, `turnpike-${at}Z.backup`);
}

/** The backups in a folder, oldest first. */
const backupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort()
        .map((name) => path.join(folder, name))
    : [];

/** Deletes all but the newest `keep` backups and returns the deleted files. */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const file of old) rmSync(file);
  return old;
}

/** Checks that there is a recent backup, and that a recent drill succeeded. */
export function backupCheck(
  dataDir: string,
  nowMs: number,
): { state: "ok" | "warning" | "missing" | "wrong"; detail: string } {
  const { firstAt, backupAt, drillAt, rows } = readRuns(dataDir);
  if (backupAt === undefined) return { state: "missing", detail: "none was made" };
  const age = nowMs - Date.parse(backupAt);
  if (age > oldestBackupMs) return { state: "wrong", detail: `the last one is of ${backupAt}` };
  if (rows === 0) return { state: "wrong", detail: `of ${backupAt}; it has no rows` };
  if (
    drillAt === undefined &&
    firstAt !== undefined &&
    nowMs - Date.parse(firstAt) <= oldestDrillMs
  )
    return { state: "warning", detail: `of ${backupAt}; no drill yet` };
  if (drillAt === undefined || nowMs - Date.parse(drillAt) > oldestDrillMs)
    return { state: "wrong", detail: `of ${backupAt}; no drill for 45 days` };
  return { state: "ok", detail: `of ${backupAt}, tried at ${drillAt}` };
}
