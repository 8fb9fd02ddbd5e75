/** The version of this release: package.json's. */
import { readFileSync } from "node:fs";
import path from "node:path";

const manifest = path.resolve(import.meta.dirname, "../../../../package.json");
const read = () => (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;

/** As in "0.3.0". */
export const version = read();

/**
 * Call before much code is loaded late: an upgrade swaps the release's folder some seconds before it
 * restarts the API, and the new code must not be mixed with what runs.
 * @throws Error if the files are another release's
 */
export function refuseOtherRelease(): void {
  const onDisk = read();
  if (onDisk !== version)
    throw new Error(`the files are release ${onDisk}, this process is ${version}: restart it`);
}
