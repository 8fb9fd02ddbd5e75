/** Vitest's globalSetup: creates the journeys' folder with a database; removes it at the end. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "@turnpike/api/platform/db/embedded.ts";
import { migrate } from "@turnpike/api/platform/db/migrate.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { clusterOf, templateIn } from "./template.ts";

/** A product that has lost its worker stops its gateway, API and database in order. */
const stopMs = 30_000;

export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-journeys-"));
  await makeTemplate(templateIn(folder));
  process.env["TURNPIKE_JOURNEYS"] = folder;
  return async () => {
    // A database whose files are deleted cannot be stopped by its product.
    await waitFor("the products' databases have stopped", () => !isUsed(folder), stopMs);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
}

/** Whether a database is running in one of the folder's data directories. */
const isUsed = (folder: string): boolean =>
  readdirSync(folder).some((name) =>
    existsSync(path.join(clusterOf(path.join(folder, name)), "postmaster.pid")),
  );

/** Creates a database as a product does at its first start, and stops it. */
async function makeTemplate(dataDir: string): Promise<void> {
  const server = await startEmbedded(dataDir, { guard: false, settings: { fsync: "off" } });
  try {
    await migrate(server.url);
  } finally {
    await server.stop();
  }
}
