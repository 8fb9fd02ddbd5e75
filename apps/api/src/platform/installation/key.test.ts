import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { testDatabase } from "../db/testing.ts";
import { openSeal } from "./key.ts";

const folder = folderForTests();
const database = forTests(() => testDatabase({ pool: 2 }));

it("One installation has one key: no API starts with a missing or wrong one (spec/nodes#keys)", async () => {
  const { db } = database;
  const at = (name: string, more: object = {}) =>
    openSeal(db, { DATA_DIR: path.join(folder, name), SECRET_KEY_FILE: undefined, ...more });
  const first = await at("one");
  expect((await at("one")).open(first.seal("text"))).toBe("text");
  await expect(at("two")).rejects.toThrow(/the key is missing.*fingerprint [0-9a-f]{16}/);
  const key = path.join(folder, "one", "secret.key");
  const second = await at("two", { SECRET_KEY_FILE: key });
  expect(second.open(first.seal("text"))).toBe("text");
  const other = path.join(folder, "other.key");
  writeFileSync(other, "ab".repeat(32));
  await expect(at("two", { SECRET_KEY_FILE: other })).rejects.toThrow(/wrong key: this database/);
  await expect(at("two", { SECRET_KEY_FILE: `${other}x` })).rejects.toThrow(/there is no file/);
  writeFileSync(other, "too short");
  await expect(at("two", { SECRET_KEY_FILE: other })).rejects.toThrow(/not a key of 32 bytes/);
});
