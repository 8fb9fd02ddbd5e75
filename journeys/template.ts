/**
 * The database that a run of journeys makes and migrates once (vitest-setup.ts): a product starts on a
 * copy of it, which takes a moment where a database of its own would take three seconds.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** The data directory of the template, in the folder of what journeys share. */
export const templateIn = (folder: string): string => path.join(folder, "template");
/** The database's folder in a data directory. */
export const clusterOf = (dataDir: string): string => path.join(dataDir, "postgres/cluster");

/** Gives a data directory without a database a copy of the run's template, where there is one. */
export function copyTemplate(dataDir: string): void {
  const folder = process.env["TURNPIKE_JOURNEYS"];
  if (!folder || existsSync(clusterOf(dataDir))) return;
  mkdirSync(path.dirname(clusterOf(dataDir)), { recursive: true, mode: 0o700 });
  // Its owner is the database's user, whom a copy by Node would not keep.
  execFileSync("cp", ["-a", clusterOf(templateIn(folder)), clusterOf(dataDir)]);
}
