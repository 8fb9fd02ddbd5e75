/**
 * Makes a release from what is committed: `npm run release`, optionally `-- --arch x64`. It writes to
 * `dist/`: a tarball for each processor whose parts can be had, Debian packages where dpkg-deb is
 * installed, an image where buildah is, the list of packages (SBOM), `install.sh`, SHA256SUMS. The
 * version is that of package.json; the time in the archives is the last commit's, so that two builds
 * of one commit give the same bytes.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { hasProgram, packDebian, packTarball, sha256Of } from "./release/archive.ts";
import { copyShipped } from "./release/files.ts";
import { packImage } from "./release/image.ts";
import {
  type Architecture,
  architectures,
  installPackages,
  removeBuiltOnly,
} from "./release/packages.ts";
import { sbomOf } from "./release/sbom.ts";

const root = path.resolve(import.meta.dirname, "..");
const dist = path.join(root, "dist");
const work = path.join(root, ".turnpike/release");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  version: string;
};
const madeAt = Number(git("log", "-1", "--format=%ct"));

/** Stages and packs the release for one processor; returns the files made. */
function makeFor(architecture: Architecture): string[] {
  const name = `turnpike-${version}-linux-${architecture}`;
  const folder = path.join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyShipped(root, folder);
  console.log(`${name}: packages …`);
  installPackages(folder, architecture);
  const sbom = path.join(dist, `${name}.cdx.json`);
  writeFileSync(sbom, sbomOf(folder, madeAt));
  removeBuiltOnly(folder);
  copyFileSync(sbom, path.join(folder, "sbom.cdx.json"));
  console.log(`${name}: archive …`);
  const tarball = path.join(dist, `${name}.tar.gz`);
  packTarball(folder, tarball, madeAt);
  const files = [tarball, sbom];
  const installer = path.join(root, "install.sh");
  const more = { version, architecture, madeAt };
  if (hasProgram("dpkg-deb"))
    files.push(packDebian({ ...more, tarball, installer, work: path.join(work, "deb") }));
  else console.log(`${name}: no Debian package: dpkg-deb is not installed`);
  if (hasProgram("buildah")) files.push(packImage({ ...more, folder, dist }));
  else console.log(`${name}: no image: buildah is not installed`);
  rmSync(folder, { recursive: true });
  return files;
}

/** The processors asked for; all of them unless one is named. @throws Error for an unknown one */
function wanted(): Architecture[] {
  const { values } = parseArgs({ options: { arch: { type: "string" } } });
  if (values.arch === undefined) return [...architectures];
  const known = architectures.find((name) => name === values.arch);
  if (known === undefined) throw new Error(`--arch is one of ${architectures.join(", ")}`);
  return [known];
}

if (git("status", "--porcelain") !== "")
  throw new Error("there are changes that are not committed: a release is made of a commit");
const processors = wanted();
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const files = processors.flatMap(makeFor);
const installer = path.join(dist, "install.sh");
copyFileSync(path.join(root, "install.sh"), installer);
const lines = [];
for (const file of [...files, installer].sort())
  lines.push(`${await sha256Of(file)}  ${path.basename(file)}\n`);
writeFileSync(path.join(dist, "SHA256SUMS"), lines.join(""));
console.log(
  `Release ${version} of ${git("rev-parse", "--short", "HEAD")}, in dist/:\n${lines.join("")}`,
);
