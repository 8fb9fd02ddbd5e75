import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { sealOfDataDir } from "./seal.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "seal-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("Sealed text can be opened, even after a restart, and each sealing differs", () => {
  const text = "pässwörd 密碼";
  const first = sealOfDataDir(folder);
  const sealed = first.seal(text);
  expect(sealed).not.toBe(first.seal(text));
  expect(sealed).not.toContain(text);
  const later = sealOfDataDir(folder);
  expect(later.open(sealed)).toBe(text);
  expect(later.lookup(text)).toBe(first.lookup(text));
  expect(statSync(path.join(folder, "secret.key")).mode & 0o777).toBe(0o600);
});

it("Text that was modified or sealed with another key cannot be opened", () => {
  const seal = sealOfDataDir(path.join(folder, "one"));
  const sealed = seal.seal("secret");
  const at = sealed.length - 3;
  const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
  expect(() => seal.open(changed)).toThrow(/authenticate/);
  expect(() => seal.open("secret")).toThrow("not a sealed text");
  const other = sealOfDataDir(path.join(folder, "two"));
  expect(() => other.open(sealed)).toThrow(/authenticate/);
  expect(other.lookup("secret")).not.toBe(seal.lookup("secret"));
});
