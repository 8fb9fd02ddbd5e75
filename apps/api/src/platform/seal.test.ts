import { createHash, createHmac } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { type LookupPurpose, lookupPurposes, type MovedPurpose } from "./lookup-purposes.ts";
import { sealOf, sealOfDataDir } from "./seal.ts";

const folder = folderForTests();

it("Sealed text can be opened, even after a restart, and each sealing differs", () => {
  const text = "pässwörd 密碼";
  const first = sealOfDataDir(folder);
  const sealed = first.seal(text);
  expect(sealed).not.toBe(first.seal(text));
  expect(sealed).not.toContain(text);
  const later = sealOfDataDir(folder);
  expect(later.open(sealed)).toBe(text);
  expect(later.lookup("cdkey", text)).toBe(first.lookup("cdkey", text));
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
  expect(other.lookup("cdkey", "secret")).not.toBe(seal.lookup("cdkey", "secret"));
});

const purposes = Object.keys(lookupPurposes) as LookupPurpose[];
const isMoved = (purpose: LookupPurpose): purpose is MovedPurpose =>
  "before" in lookupPurposes[purpose];

it("Every purpose of a keyed hash has a key of its own (ADR 23)", () => {
  expect(purposes).toEqual([
    "accessKey",
    "unknownKey",
    "auditEntry",
    "auditEnd",
    "auditBoundary",
    "cdkey",
    "mailCode",
    "recoveryCode",
    "nonce",
    "usedStart",
    "signUpNetwork",
    "consentNetwork",
    "captcha",
    "trial",
    "relay",
    "rotateToken",
    "upstreamSession",
  ]);
  const bytes = Buffer.alloc(32, 7);
  const seal = sealOf(bytes);
  const oldKey = createHash("sha256").update(bytes).update("lookup").digest();
  const before = (text: string) => createHmac("sha256", oldKey).update(text).digest("hex");
  const texts = ["", "audit end 1 x", "relay 1"];
  const all = texts.flatMap((text) => [
    ...purposes.map((purpose) => seal.lookup(purpose, text)),
    before(text),
    createHmac("sha256", seal.derive("trace signature")).update(text).digest("hex"),
    createHmac("sha256", bytes).update(text).digest("hex"),
  ]);
  expect(new Set(all).size).toBe(texts.length * (purposes.length + 3));
  // Hashes of the releases before are recognised where they are still stored, and nowhere else.
  for (const purpose of purposes.filter(isMoved))
    expect(seal.lookups(purpose, "text")).toEqual([
      seal.lookup(purpose, "text"),
      before(`${lookupPurposes[purpose].before}text`),
    ]);
  const current = purposes.filter((purpose) => !isMoved(purpose));
  expect(current.join(" ")).toBe(
    "unknownKey auditBoundary nonce consentNetwork captcha trial relay rotateToken upstreamSession",
  );
});
