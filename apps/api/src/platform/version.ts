/** The version of this release: package.json's. */
import { readFileSync } from "node:fs";
import path from "node:path";

const manifest = path.resolve(import.meta.dirname, "../../../../package.json");
/** As in "0.3.0". */
export const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
