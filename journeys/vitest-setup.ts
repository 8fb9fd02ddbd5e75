/** Vitest's globalSetup: the folder of what journeys share, a database in it, removed when all have ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { migrate } from "@turnpike/api/platform/db/migrate.ts";
import { templateIn } from "./template.ts";

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-journeys-"));
  await makeTemplate(templateIn(folder));
  process.env["TURNPIKE_JOURNEYS"] = folder;
  // The products end with their workers, and write until they have.
  const patience = { maxRetries: 20, retryDelay: 250 };
  return () => rmSync(folder, { recursive: true, force: true, ...patience });
}

/** A database as a product makes it at its first start, stopped. */
async function makeTemplate(dataDir: string): Promise<void> {
  const server = await startEmbedded(dataDir, { guard: false, settings: { fsync: "off" } });
  try {
    await migrate(server.url);
  } finally {
    await server.stop();
  }
}
