/** `backup` and `restore`: all data of the product in one file. */
import path from "node:path";
import { writeBackup } from "../backup/write.ts";
import { restoreBackup } from "../backup/restore.ts";
import { keyFileOf } from "../../platform/seal.ts";
import { isLocked } from "../../platform/db/lock.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import type { Services } from "../../platform/services.ts";
import type { Command } from "./command.ts";

const dataDirOf = ({ env }: Services) => path.resolve(env.DATA_DIR);

const backup: Command = {
  name: "backup",
  args: "FILE",
  help: "Write all data into a file, also while the product runs; keep it secret, it contains the key",
  run: async ({ services, args: [given = ""] }) => {
    const file = path.resolve(given);
    const { databaseUrl, env } = services;
    const keyFile = env.SECRET_KEY_FILE ?? keyFileOf(dataDirOf(services));
    const written = await writeBackup({ databaseUrl, keyFile, file });
    const text = `Wrote ${written.rows} rows of ${written.tables} tables to ${file}.`;
    return { ok: true, text, json: { file, ...written } };
  },
};

const restore: Command = {
  name: "restore",
  args: "FILE",
  help: "Restore a backup into an empty DATA_DIR and DATABASE_URL, then verify the ledger",
  run: async ({ services, args: [given = ""] }) => {
    const { databaseUrl, db } = services;
    const dataDir = dataDirOf(services);
    if (isLocked(dataDir)) throw new Error(`the product is running in ${dataDir}: stop it first`);
    const file = path.resolve(given);
    const restored = await restoreBackup({ db, databaseUrl, dataDir, file });
    const verification = await verifyLedger(db, services.modules.verify);
    const written = `Restored ${restored.rows} rows of ${restored.tables} tables, written ${restored.createdAt}.`;
    const found = verification.ok
      ? "The ledger is consistent."
      : `DIFFERENCE: ${verification.difference}`;
    return {
      ok: verification.ok,
      text: `${written}\n${found}`,
      json: { file, ...restored, books: verification },
    };
  },
};

export const backupCommands: Command[] = [backup, restore];
