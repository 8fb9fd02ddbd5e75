import { expect, test } from "vitest";
import type { Db } from "./database.ts";
import { readStatistics } from "./replica.ts";

const [primary, replica] = ["primary", "replica"] as unknown as [Db, Db];

test("Statistics are read from the replica, and from the primary while the replica is unavailable (spec/environment#data)", async () => {
  const read = readStatistics(primary, replica);
  expect(await read(async (db) => db)).toBe(replica);
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const failing = async (db: Db) => {
    if (db === replica) throw away;
    return db;
  };
  expect(await read(failing)).toBe(primary);
  expect(await read(async (db) => db)).toBe(primary);
  const wrong = readStatistics(primary, replica);
  await expect(wrong(() => Promise.reject(new Error("syntax")))).rejects.toThrow("syntax");
  expect(await readStatistics(primary, null)(async (db) => db)).toBe(primary);
});
