/** What a release contains, and that one version is named everywhere (spec/operator#release). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { version as ofManager } from "@turnpike/manager/manager.ts";
import { describe, expect, it } from "vitest";
import { filesInGit, isShipped } from "./files.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const versionOf = (name: string) => (JSON.parse(read(name)) as { version: string }).version;
const files = filesInGit(root);

describe("a release (spec/operator#release)", () => {
  it("has one version: of every package, the manager, the changelog, the compose file", () => {
    const version = versionOf("package.json");
    const manifests = files.filter((file) =>
      /^(apps|packages)\/\w[\w-]*\/package\.json$/.test(file),
    );
    expect(manifests.length).toBeGreaterThan(10);
    expect(manifests.filter((file) => versionOf(file) !== version)).toEqual([]);
    expect(ofManager).toBe(version);
    expect(/^## (\S+)/mu.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
    expect(read("deploy/compose.yaml").match(/turnpike:\d+\.\d+\.\d+/gu)).toEqual([
      `turnpike:${version}`,
      `turnpike:${version}`,
    ]);
  });

  it("contains what processes read, and neither tests nor tools", () => {
    const shipped = files.filter(isShipped);
    expect(shipped.filter((file) => /\.test\.|testing/.test(file))).toEqual([]);
    for (const file of [
      "install.sh",
      "deploy/turnpike",
      "deploy/upgrade.sh",
      "docs/settings.md",
      "apps/api/operator.ts",
      "apps/turnpike/src/main.ts",
      "apps/api/src/platform/db/migrations/0001_account.sql",
      "apps/api/src/platform/db/migrations/0023_partitions.before.sql",
      "packages/locales/src/en/access.json",
    ])
      expect(shipped).toContain(file);
    for (const file of ["tools/setup.mjs", "bench/run.ts", "apps/dashboard/src/main.tsx"])
      expect(shipped).not.toContain(file);
  });

  it("contains every file that a shipped file imports", () => {
    const shipped = new Set(files.filter(isShipped));
    const statement = /(?:from|import\(|new URL\()\s*"(\.{1,2}\/[^"]+\.(?:ts|mjs|json))"/g;
    const missing = [...shipped]
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(statement)]
          .map((match) => path.join(path.dirname(file), match[1] ?? ""))
          .filter((needed) => files.includes(needed) && !shipped.has(needed))
          .map((needed) => `${file} imports ${needed}`),
      );
    expect(missing).toEqual([]);
  });
});
