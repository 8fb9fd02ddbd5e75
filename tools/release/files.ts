/**
 * What a release contains: the sources that a process of an installation reads, what was built and
 * generated from them, the units and files of `deploy/`, and the pages of `docs/`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";

/** Packages whose processes run at an installation; what else is in node_modules is for builds. */
export const parts = ["api", "gateway", "turnpike", "manager", "wholesale"].map(
  (name) => `apps/${name}`,
);
/** Packages that were built into `dist`: nothing reads their sources afterwards. */
const builtOnly = ["apps/dashboard/", "apps/console/", "packages/ui/"];
const folders = ["apps/", "packages/", "deploy/", "docs/"];
const alone = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "install.sh",
];
/** Written by `npm run generate`, and the builds: not in git. */
const made = [
  "apps/api/dist",
  "apps/gateway/dist",
  "apps/turnpike/dist",
  "apps/dashboard/dist",
  "apps/console/dist",
  "apps/manager/dist",
  "packages/client/dist",
  "packages/client/src/calls.gen.ts",
  "packages/client-python/src/proxy_api/calls_gen.py",
];
const isTest =
  /\.test\.tsx?$|(^|\/)testing\/|(^|[/-])testing(-[\w-]+)?\.ts$|\/(vitest-setup|money-commands)\.ts$/;
/** Pages for those who work on the code. */
const isForDevelopers = /^docs\/((adr|pictures|gaps|spec)\/|(testing|full-tests|debugging)\.md$)/;

/** Whether an installation needs a file that is in git (its path from the root). */
export function isShipped(file: string): boolean {
  if (isTest.test(file) || isForDevelopers.test(file)) return false;
  // Its manifest is read by the installer of packages.
  if (builtOnly.some((folder) => file.startsWith(folder))) return file.endsWith("package.json");
  return alone.includes(file) || folders.some((folder) => file.startsWith(folder));
}

/** The files in git, as paths from `root`. */
export const filesInGit = (root: string): string[] =>
  execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\0")
    .filter((file) => file !== "");

/** Copies what is shipped from `root` to the empty folder `to`. */
export function copyShipped(root: string, to: string): void {
  for (const file of [...filesInGit(root).filter(isShipped), ...made]) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(to, file), {
      recursive: true,
      // Which sources a build was made of: for builds alone.
      filter: (source) => path.basename(source) !== ".sources",
    });
  }
}
