/**
 * The database that a run of journeys creates and migrates once (vitest-setup.ts). Products start
 * on a copy of it, which takes a moment; creating their own would take three seconds.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** The template's data directory, within the folder shared by journeys. */
export const templateIn = (folder: string): string => path.join(folder, "template");
/** The database's folder in a data directory. */
export const clusterOf = (dataDir: string): string => path.join(dataDir, "postgres/cluster");

/** Copies the run's template, if there is one, into a data directory without a database. */
export function copyTemplate(dataDir: string): void {
  const folder = process.env["TURNPIKE_JOURNEYS"];
  if (!folder || existsSync(clusterOf(dataDir))) return;
  mkdirSync(path.dirname(clusterOf(dataDir)), { recursive: true, mode: 0o700 });
  // Files keep their owner, the database's user; a copy by Node would not preserve it.
  execFileSync("cp", ["-a", clusterOf(templateIn(folder)), clusterOf(dataDir)]);
}
