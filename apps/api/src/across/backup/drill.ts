/** Backup drill: restores a backup into a temporary database and verifies the accounting there. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Verification, verifyLedger } from "../../ledger/verify.ts";
import { connect } from "../../platform/db/database.ts";
import { startEmbedded } from "../../platform/db/embedded.ts";
import { migrate } from "../../platform/db/migrate.ts";
import type { Services } from "../../platform/services.ts";
import { checkBackup } from "./format.ts";
import { type RestoreResult, restoreBackup } from "./restore.ts";

/** Runs a drill in a temporary database, which is deleted; the installation is not touched. */
export async function drill(
  { modules }: Pick<Services, "modules">,
  file: string,
): Promise<RestoreResult & { books: Verification }> {
  // Before a server is started for it.
  await checkBackup(file);
  const dataDir = mkdtempSync(path.join(tmpdir(), "turnpike-drill-"));
  const database = await startEmbedded(dataDir, { guard: false });
  const options = { name: "turnpike-drill", pool: 2, statementTimeoutMs: 0 };
  try {
    await migrate(database.url);
    const db = connect(database.url, options);
    try {
      const restored = await restoreBackup({ db, databaseUrl: database.url, dataDir, file });
      return { ...restored, books: await verifyLedger(db, modules.verify) };
    } finally {
      await db.destroy();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
