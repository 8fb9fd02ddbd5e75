/** Vitest's globalSetup: the folder of what journeys share, removed when all have ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-journeys-"));
  process.env["TURNPIKE_JOURNEYS"] = folder;
  // The products end with their workers, and write until they have.
  const patience = { maxRetries: 20, retryDelay: 250 };
  return () => rmSync(folder, { recursive: true, force: true, ...patience });
}
