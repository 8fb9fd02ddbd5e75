/**
 * Packs the build (dist, or the given folder) as an installation serves it, as one file for every
 * version: `api-client.tgz` in that folder. Customers of a provider install it, so it has a neutral
 * name of its own (spec/brand#where-it-stands).
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const room = import.meta.dirname;
const NAME = "proxy-api-client";
const [, , dist = path.join(room, "dist")] = process.argv;
const file = path.join(dist, "api-client.tgz");

const text = (name: string) => readFileSync(path.join(room, name), "utf8");
const staged = mkdtempSync(path.join(tmpdir(), "api-client-"));
try {
  mkdirSync(path.join(staged, "dist"));
  for (const built of readdirSync(dist).filter((name) => /\.(?:js|d\.ts)$/.test(name)))
    copyFileSync(path.join(dist, built), path.join(staged, "dist", built));
  const { scripts: _ours, ...published } = JSON.parse(text("package.json")) as {
    version: string;
    scripts: unknown;
  };
  const named = JSON.stringify({ ...published, name: NAME }, null, 2);
  writeFileSync(path.join(staged, "package.json"), `${named}\n`);
  writeFileSync(path.join(staged, "README.md"), text("README.md"));
  const licence = text("LICENSE").replace(/(Copyright \d+) The \w+ authors/, "$1 The authors");
  writeFileSync(path.join(staged, "LICENSE"), licence);
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", staged];
  execFileSync("npm", args, { cwd: staged });
  const packed = path.join(staged, `${NAME}-${published.version}.tgz`);
  copyFileSync(packed, `${file}.new`);
  renameSync(`${file}.new`, file);
} finally {
  rmSync(staged, { recursive: true });
}
