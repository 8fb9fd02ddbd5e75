/** `backup` and `restore`: all data of the product in one file. */
import path from "node:path";
import { extensionFor, withDecrypted } from "../backup/encrypt.ts";
import { drill } from "../backup/drill.ts";
import { deleteOldBackups, lastBackupFile, newBackupFile, recordRun } from "../backup/series.ts";
import { writeBackup } from "../backup/write.ts";
import { restoreBackup } from "../backup/restore.ts";
import { keyFileOf, readKey } from "../../platform/seal.ts";
import { isLocked } from "../../platform/db/lock.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import type { Services } from "../../platform/services.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import { logAct } from "./acts/act.ts";
import { type Command, type CommandInput, UsageError, wholeNumber } from "./command.ts";

const dataDirOf = ({ env }: Services) => path.resolve(env.DATA_DIR);

/** The file to write, and how many backups to keep in its folder. @throws UsageError */
function destinationOf(given: string | undefined, { to, keep }: CommandInput["options"]) {
  if ((given === undefined) === (to === undefined))
    throw new UsageError("usage: backup FILE, or backup --to DIR [--keep N]");
  if (given !== undefined) return { file: path.resolve(given), folder: null, most: 0 };
  const folder = path.resolve(String(to));
  const most = keep === undefined ? 0 : wholeNumber(keep, "--keep");
  return { file: newBackupFile(folder, Date.now()), folder, most };
}

/** The file with the secret key for an encrypted backup. */
const identityOf = ({ identity }: CommandInput["options"]) =>
  typeof identity === "string" ? path.resolve(identity) : undefined;

const backup: Command = {
  name: "backup",
  args: "[FILE] [--to DIR --keep N]",
  help: "Write all data into a file, also while the product runs; keep it secret, it contains the key",
  run: async ({ services, args: [given], options }) => {
    const { databaseUrl, env } = services;
    const { BACKUP_RECIPIENT: recipient } = env;
    const { file: named, folder, most } = destinationOf(given, options);
    const extension = extensionFor(recipient);
    const file = named.endsWith(extension) ? named : named + extension;
    const dataDir = dataDirOf(services);
    const keyFile = env.SECRET_KEY_FILE ?? keyFileOf(dataDir);
    const counts = await writeBackup({ databaseUrl, keyFile, file, recipient });
    const { rows } = counts;
    recordRun(dataDir, { backupAt: new Date().toISOString(), file, rows });
    await logAct(services, commandLine, { action: "backup.write", subject: file });
    const deleted = folder !== null && most > 0 ? deleteOldBackups(folder, most) : [];
    const text = `Wrote ${counts.rows} rows of ${counts.tables} tables to ${file}.`;
    return { ok: true, text, json: { file, ...counts, deleted } };
  },
};

const backupDrill: Command = {
  name: "backup drill",
  args: "[FILE] [--identity FILE]",
  help: "Restore a backup (the last one) into a temporary place and verify the ledger there",
  run: async ({ services, args: [given], options }) => {
    const dataDir = dataDirOf(services);
    const file = given === undefined ? lastBackupFile(dataDir) : path.resolve(given);
    const source = { file, identity: identityOf(options) };
    const { books, ...restored } = await withDecrypted(source, (plain) => drill(services, plain));
    if (books.ok) recordRun(dataDir, { drillAt: new Date().toISOString() });
    const found = books.ok ? "The ledger is consistent." : `DIFFERENCE: ${books.difference}`;
    const text = `Restored ${restored.rows} rows of ${restored.tables} tables from ${file}, and deleted them again.\n${found}`;
    return { ok: books.ok, text, json: { file, ...restored, books } };
  },
};

const backupTry: Command = {
  name: "backup try",
  args: "FILE [--identity FILE]",
  help: "Restore a backup into a temporary place with this release's migrations, and touch nothing else",
  run: () => Promise.reject(new Error("it needs no database")),
  runAlone: async (_env, modules, { args: [given = ""], options }) => {
    const file = path.resolve(given);
    const source = { file, identity: identityOf(options) };
    const { books, ...restored } = await withDecrypted(source, (plain) =>
      drill({ modules }, plain),
    );
    const found = books.ok ? "The ledger is consistent." : `DIFFERENCE: ${books.difference}`;
    const text = `${restored.rows} rows of ${restored.tables} tables can be migrated to this release.\n${found}`;
    return { ok: books.ok, text, json: { file, ...restored, books } };
  },
};

/** Tells what remains to be done if SECRET_KEY_FILE has another key than the backup. */
function keyInstruction({ env }: Services): string[] {
  const { SECRET_KEY_FILE: named } = env;
  const restored = keyFileOf(path.resolve(env.DATA_DIR));
  if (named === undefined || readKey(named)?.equals(readKey(restored) ?? Buffer.of())) return [];
  return [
    `The backup's key is in ${restored}: put it at ${named} (SECRET_KEY_FILE) before the start.`,
  ];
}

const restore: Command = {
  name: "restore",
  args: "FILE [--identity FILE]",
  help: "Restore a backup into an empty DATA_DIR and DATABASE_URL, then verify the ledger",
  run: async ({ services, args: [given = ""], options }) => {
    const { databaseUrl, db } = services;
    const dataDir = dataDirOf(services);
    if (isLocked(dataDir)) throw new Error(`the product is running in ${dataDir}: stop it first`);
    const file = path.resolve(given);
    const restored = await withDecrypted({ file, identity: identityOf(options) }, (plain) =>
      restoreBackup({ db, databaseUrl, dataDir, file: plain }),
    );
    const verification = await verifyLedger(db, services.modules.verify);
    const summary = `Restored ${restored.rows} rows of ${restored.tables} tables, written ${restored.createdAt}.`;
    const found = verification.ok
      ? "The ledger is consistent."
      : `DIFFERENCE: ${verification.difference}`;
    return {
      ok: verification.ok,
      text: [summary, found, ...keyInstruction(services)].join("\n"),
      json: { file, ...restored, books: verification },
    };
  },
};

export const backupCommands: Command[] = [backup, backupDrill, backupTry, restore];
