/**
 * Builds the manager as one file that Node 20 runs alone: dist/proxy-manager.mjs or the given
 * path. The API writes its provider into line 2 (`apps/api/src/platform/http/downloads.ts`).
 */
import path from "node:path";
import { build } from "rolldown";

const [, , named = path.join(import.meta.dirname, "dist/proxy-manager.mjs")] = process.argv;

await build({
  cwd: import.meta.dirname,
  input: "src/main.ts",
  platform: "node",
  output: {
    file: path.resolve(named),
    format: "esm",
    codeSplitting: false,
    banner: "#!/usr/bin/env node\nglobalThis.managerProvider = {};",
  },
  logLevel: "warn",
});
