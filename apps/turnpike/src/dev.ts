/** `npm run dev`: the product, restarted when a server file changes, and Vite for the dashboard. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const watched = [
  "packages",
  "apps/api/src",
  "apps/gateway/src",
  "apps/manager/src",
  "apps/turnpike/src",
];
const main = path.join(import.meta.dirname, "main.ts");
let product: ChildProcess = fork(main);
let restarting: NodeJS.Timeout | undefined;
let ending = false;

function scheduleRestart(file: string) {
  clearTimeout(restarting);
  restarting = setTimeout(() => {
    console.error(`${file} changed: restarting`);
    product.once("exit", () => {
      if (!ending) product = fork(main);
    });
    product.kill("SIGTERM");
  }, 300);
}
for (const folder of watched) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (file && /\.(ts|sql|json)$/.test(file) && !file.endsWith(".test.ts")) scheduleRestart(file);
  });
}
const vite = spawn(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js")], {
  cwd: path.join(root, "apps/dashboard"),
  stdio: "inherit",
});

function end() {
  ending = true;
  vite.kill("SIGTERM");
  product.once("exit", () => process.exit(0));
  product.kill("SIGTERM");
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
