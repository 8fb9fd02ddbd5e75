/** `tools/setup.mjs` on a machine whose Node or npm is too old, as Debian's are. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
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

/** An old npm that can fetch a newer one. */
const old = `#!/bin/sh
case "$1" in
--version) echo 9.2.0 ;;
install)
  echo "fetched: $*"
  mkdir -p node_modules/.bin node_modules/npm/bin
  ln -s "${process.execPath}" node_modules/.bin/node
  echo 'console.log("newer npm:", ...process.argv.slice(2))' > node_modules/npm/bin/npm-cli.js ;;
*) echo "old npm: $*" ;;
esac
`;

/** Runs `npm start`'s first step in the folder, with an npm that is old. */
function runSetup(more: Record<string, string> = {}) {
  mkdirSync(path.join(folder, "tools"), { recursive: true });
  copyFileSync(setup, path.join(folder, "tools/setup.mjs"));
  writeFileSync(path.join(folder, "package-lock.json"), "{}");
  const npm = path.join(folder, "npm");
  writeFileSync(npm, old);
  chmodSync(npm, 0o755);
  return spawnSync(process.execPath, ["tools/setup.mjs", "build"], {
    cwd: folder,
    env: { PATH: `${folder}:/usr/bin:/bin`, ...more },
    encoding: "utf8",
  });
}

it("says what it would install, and installs nothing where TURNPIKE_NO_INSTALL=1", () => {
  const { stdout, stderr } = runSetup({ TURNPIKE_NO_INSTALL: "1" });
  expect(stderr).toMatch(
    /^Not installed \(TURNPIKE_NO_INSTALL=1\): the packages of package-lock/mu,
  );
  expect(stdout).not.toMatch(/npm|fetched/u);
  expect(existsSync(path.join(folder, "node_modules"))).toBe(false);
});

it("fetches newer versions of node and npm, and installs with those", () => {
  const { stdout, stderr } = runSetup();
  expect(stderr).toContain("npm 9.2.0 are old");
  expect(stderr).toMatch(/^Installing the packages of package-lock\.json .* …$/mu);
  expect(stderr).toMatch(/^Installing node@24 and npm@11 in .* …$/mu);
  expect(stdout).toMatch(/^fetched: install .*node@24 npm@11$/mu);
  expect(stdout).toMatch(/^newer npm: ci /mu);
  expect(stdout).not.toContain("old npm");
});

it("does not use import.meta.dirname, which Node 18 lacks", () => {
  expect(readFileSync(setup, "utf8")).not.toMatch(/^[^/]*import\.meta\.(dirname|filename)/mu);
});
