/**
 * `npm run dev`: the product, of which only the processes restart whose files changed, and Vite for
 * the dashboard and the console, which reload in the browser.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { ImportGraph } from "./import-graph.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const main = path.join(import.meta.dirname, "main.ts");
const migrations = path.join(root, "apps/api/src/platform/db/migrations");
/** Editors write a file in several steps, and a change of branch many files. */
const SETTLE_MS = 60;

const graph = new ImportGraph(root);
/** The processes and the module that each starts with; all others end with the first one. */
const entries = {
  product: "apps/turnpike/src/main.ts",
  api: "apps/api/src/main.ts",
  gateway: "apps/gateway/src/main.ts",
};
for (const entry of Object.values(entries)) graph.filesOf(entry);

/** Names of the processes that load one of the files. */
function processesOf(files: ReadonlySet<string>): string[] {
  return Object.entries(entries)
    .filter(([name, entry]) => {
      const loaded = graph.filesOf(entry);
      return [...files].some(
        (file) => loaded.has(file) || (name === "api" && path.dirname(file) === migrations),
      );
    })
    .map(([name]) => name);
}

let product: ChildProcess = fork(main);
let ending = false;
const changed = new Set<string>();
let settled: NodeJS.Timeout | undefined;

function noteChange(file: string): void {
  changed.add(file);
  graph.changed(file);
  clearTimeout(settled);
  settled = setTimeout(restartChanged, SETTLE_MS);
}

function restartChanged(): void {
  const names = processesOf(changed);
  const [first = ""] = changed;
  const more = changed.size > 1 ? ` and ${changed.size - 1} more` : "";
  changed.clear();
  if (names.length === 0) return;
  console.error(`${path.relative(root, first)}${more} changed: restarting ${names.join(", ")}`);
  if (names.includes("product") || !product.connected) restartProduct();
  else product.send({ restart: names });
}

function restartProduct(): void {
  const start = () => {
    if (!ending) product = fork(main);
  };
  // A product that could not start has ended already.
  if (product.exitCode !== null || product.signalCode !== null) return start();
  product.removeAllListeners("exit").once("exit", start);
  product.kill("SIGTERM");
}

for (const folder of ["packages", "apps"]) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(ts|sql|json)$/.test(file) && !/node_modules|\bdist\b|\.test\.ts$/.test(file))
      noteChange(path.join(root, folder, file));
  });
}

const vite = path.join(root, "node_modules/vite/bin/vite.js");
const servers = [
  { app: "dashboard", port: 5173 },
  { app: "console", port: 5174 },
].map(({ app, port }) =>
  spawn(process.execPath, [vite, "--port", String(port), "--strictPort"], {
    cwd: path.join(root, "apps", app),
    stdio: "inherit",
  }),
);

function end() {
  ending = true;
  for (const server of servers) server.kill("SIGTERM");
  if (product.exitCode !== null || product.signalCode !== null) process.exit(0);
  product.removeAllListeners("exit").once("exit", () => process.exit(0));
  product.kill("SIGTERM");
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
process.on("disconnect", end);
