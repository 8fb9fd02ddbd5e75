/** `backup` and `restore`: all that the product knows, in one file. */
import path from "node:path";
import { writeBackup } from "../backup/write.ts";
import { restoreBackup } from "../backup/restore.ts";
import { isLocked } from "../../platform/db/lock.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import type { Services } from "../../platform/services.ts";
import type { Command } from "./command.ts";

const dataDirOf = ({ env }: Services) => path.resolve(env.DATA_DIR);

const backup: Command = {
  name: "backup",
  args: "FILE",
  help: "writes everything into a file, the product running or not; keep it secret, it holds the key",
  run: async ({ services, args: [given = ""] }) => {
    const file = path.resolve(given);
    const { databaseUrl } = services;
    const written = await writeBackup({ databaseUrl, dataDir: dataDirOf(services), file });
    const text = `Wrote ${written.rows} rows of ${written.tables} tables to ${file}.`;
    return { ok: true, text, json: { file, ...written } };
  },
};

const restore: Command = {
  name: "restore",
  args: "FILE",
  help: "fills an empty place (DATA_DIR, DATABASE_URL) from a backup, and verifies the books",
  run: async ({ services, args: [given = ""] }) => {
    const { databaseUrl, db } = services;
    const dataDir = dataDirOf(services);
    if (isLocked(dataDir)) throw new Error(`the product runs in ${dataDir}: stop it first`);
    const file = path.resolve(given);
    const restored = await restoreBackup({ db, databaseUrl, dataDir, file });
    const books = await verifyLedger(db, services.modules.verify);
    const written = `Restored ${restored.rows} rows of ${restored.tables} tables, written ${restored.createdAt}.`;
    const found = books.ok ? "The books are in order." : `DIFFERENCE: ${books.difference}`;
    return { ok: books.ok, text: `${written}\n${found}`, json: { file, ...restored, books } };
  },
};

export const backupCommands: Command[] = [backup, restore];
