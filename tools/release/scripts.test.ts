/** The scripts that install and swap releases: in POSIX sh, and what they refuse (spec/operator#upgrade). */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "turnpike-scripts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scripts = ["install.sh", "deploy/upgrade.sh", "deploy/turnpike"];
const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("sh", [path.join(root, script), ...args], {
    encoding: "utf8",
    input: "",
  });
  return { status, text: stdout + stderr };
};

describe("the installer and the upgrade (spec/operator#upgrade)", () => {
  it.each(scripts)("%s is a script that sh accepts", (script) => {
    execFileSync("sh", ["-n", path.join(root, script)]);
  });

  it.runIf(process.getuid?.() === 0)(
    "install.sh refuses by name, before it changes anything",
    () => {
      expect(run("install.sh", "--domian", "x").text).toContain("unknown option --domian");
      expect(run("install.sh", "--mail-from").text).toContain("--mail-from needs a value");
      expect(run("install.sh", "--purge").text).toContain("--purge goes with --uninstall");
      expect(run("install.sh", "--uninstall").text).toContain("say --yes");
      for (const name of ["proxy", "-a.example", "a..example", "a.example/x"])
        expect(run("install.sh", "--domain", name, "--mail-from", "a@b.example").text).toContain(
          "is no host name",
        );
    },
  );

  it("an upgrade takes only the file that SHA256SUMS names", () => {
    const file = path.join(folder, "turnpike-9.9.9-linux-x64.tar.gz");
    expect(run("deploy/turnpike", "upgrade").status).toBe(2);
    expect(run("deploy/turnpike", "upgrade", file).text).toContain("is missing");
    writeFileSync(file, "not a release");
    expect(run("deploy/turnpike", "upgrade", file).text).toContain("no SHA256SUMS beside");
    writeFileSync(path.join(folder, "SHA256SUMS"), `${"0".repeat(64)}  ${path.basename(file)}\n`);
    expect(run("deploy/turnpike", "upgrade", file).text).toContain(
      "is not the file that SHA256SUMS",
    );
  });
});
