/**
 * Generates `db.gen.ts` from the migrations: `npm run -w apps/api codegen`; with `--verify` it only
 * compares, and exits with 1 if they differ.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { testCluster, testDatabase } from "./testing.ts";

const file = path.join(import.meta.dirname, "db.gen.ts");
const generator = createRequire(import.meta.url).resolve("kysely-codegen/package.json");

const cluster = await testCluster();
process.env.TURNPIKE_TEST_PG = cluster.url;
const database = await testDatabase({ pool: 1 });
const args = [
  path.join(path.dirname(generator), "dist", "cli", "bin.js"),
  "--dialect=postgres",
  `--url=${database.url}`,
  `--out-file=${file}`,
  '--type-mapping={"int8":"number"}',
  "--include-pattern=public.*",
  "--exclude-pattern=public.schema_migration",
  ...(process.argv.includes("--verify") ? ["--verify"] : []),
];
const child = spawn(process.execPath, args, { stdio: "inherit" });
const code = await new Promise<number | null>((resolve) => {
  child.once("close", resolve);
});
await database.drop();
await cluster.stop();
process.exitCode = code ?? 1;
