/** The product's processes after a newer release has replaced their start folder. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-child-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = (release: string) => `
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { startChild } from ${JSON.stringify(path.join(import.meta.dirname, "child.ts"))};
const release = ${JSON.stringify(release)};
renameSync(release, release + ".before");
mkdirSync(release);
rmSync(release + ".before", { recursive: true });
const child = startChild({
  name: "child", file: release + "-child.mjs", env: process.env, readyTimeoutMs: 5_000, stopTimeoutMs: 1_000,
  onMessage: (where) => console.log(where),
});
await child.ready;
await child.stop();
`;

it("starts a process in the new folder after a release replaced it", () => {
  const release = path.join(folder, "release");
  mkdirSync(release);
  writeFileSync(`${release}-child.mjs`, "process.send(process.cwd()); process.send('ready');");
  writeFileSync(`${release}-main.mjs`, main(release));
  const { stdout, stderr } = spawnSync(process.execPath, [`${release}-main.mjs`], {
    cwd: release,
    encoding: "utf8",
  });
  expect([stdout.trim(), stderr]).toEqual([release, ""]);
});

const restarting = (folderOfChild: string) => `
import { startChild } from ${JSON.stringify(path.join(import.meta.dirname, "child.ts"))};
const child = startChild({
  name: "child", file: ${JSON.stringify(folderOfChild)} + "/child.mjs", env: process.env, readyTimeoutMs: 5_000,
  stopTimeoutMs: 1_000, onRestart: () => console.log("died"),
});
await child.ready;
const first = child.pid();
// Two changes of files in a row: both wait for the process that has the newest code.
await Promise.all([child.restart(), child.restart()]);
const second = child.pid();
await child.restart();
console.log(new Set([first, second, child.pid()]).size);
await child.stop();
`;

it("restarts a process on request at once, without calling it a death", () => {
  writeFileSync(
    path.join(folder, "child.mjs"),
    "process.on('message', () => {}); process.send('ready');",
  );
  writeFileSync(path.join(folder, "restarting.mjs"), restarting(folder));
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, "restarting.mjs")], {
    encoding: "utf8",
    timeout: 15_000,
  });
  expect([stdout.trim(), stderr]).toEqual(["3", ""]);
});
