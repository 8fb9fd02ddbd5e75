/** The main modules of the product's processes, for tests and measurements that start them. */
import { existsSync } from "node:fs";
import path from "node:path";

type App = "api" | "gateway" | "turnpike";
const root = path.resolve(import.meta.dirname, "../../../..");

/**
 * Returns the packed module if the run's set-up packed it, as `npm start` does; otherwise the source.
 * @param folder the product's folder
 */
export function entryOf(app: App, folder = root): string {
  const of = (file: string) => path.join(folder, "apps", app, file);
  const packed = of("dist/main.mjs");
  // Earlier editions were not packed.
  const canRun = folder === root || existsSync(packed);
  return process.env["TURNPIKE_PACKED"] === "1" && canRun ? packed : of("src/main.ts");
}

/** Finds a process of the application by its command line. */
export const commandOfEntry = (app: App): RegExp =>
  new RegExp(String.raw`apps/${app}/(src/main\.ts|dist/main\.mjs)`, "u");
