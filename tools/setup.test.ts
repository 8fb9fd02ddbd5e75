/** `tools/setup.mjs` on a machine whose own Node or npm is too old, as Debian's are. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

const setup = path.join(import.meta.dirname, "setup.mjs");
const folder = mkdtempSync(path.join(tmpdir(), "turnpike-setup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("refuses an npm that leaves packages out, and says what to do", () => {
  mkdirSync(path.join(folder, "tools"));
  copyFileSync(setup, path.join(folder, "tools/setup.mjs"));
  writeFileSync(path.join(folder, "package-lock.json"), "{}");
  const npm = path.join(folder, "npm");
  writeFileSync(npm, "#!/bin/sh\necho 9.2.0\n");
  chmodSync(npm, 0o755);
  const { status, stderr } = spawnSync(process.execPath, ["tools/setup.mjs", "build"], {
    cwd: folder,
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  expect(stderr).toContain("npm 9.2.0 are here; Node 20.19 and npm 10 are needed");
  expect(stderr).toContain("npm install --global node@24");
  expect(status).toBe(1);
});

it("says so on Node 18 too, which has no import.meta.dirname", () => {
  expect(readFileSync(setup, "utf8")).not.toMatch(/^[^/]*import\.meta\.(dirname|filename)/mu);
});
