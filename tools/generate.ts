/**
 * Writes what is generated from the contract: `npm run generate`, and before every build and test
 * (`tools/setup.mjs`). These files are not in git.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callsText as consoleCallsText } from "../apps/console/build-steps/calls.ts";
import { pathsText } from "../apps/dashboard/build-steps/paths.ts";
import { callsText } from "../packages/client/generate.ts";
import { pythonText } from "../packages/client-python/generate.ts";

const root = path.resolve(import.meta.dirname, "..");
const texts = {
  "packages/client/src/calls.gen.ts": callsText(),
  "packages/client-python/src/proxy_api/calls_gen.py": pythonText(),
  "apps/dashboard/src/lib/paths.gen.ts": pathsText(),
  "apps/console/src/lib/calls.gen.ts": consoleCallsText(),
};
for (const [name, text] of Object.entries(texts)) {
  const file = path.join(root, name);
  // An unchanged file keeps its time, so that nothing else is built again.
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
