import { expect, test } from "vitest";
import { pairOf, TriesTable } from "./tries.ts";

test("A pair is blocked after 10 failures, wherever they were counted; others are not", () => {
  const [here, there] = [new TriesTable(), new TriesTable()];
  here.onFailure = (pair) => there.count(pair);
  there.onFailure = (pair) => here.count(pair);
  const pair = pairOf("127.0.0.1", "alice1");
  for (let tries = 0; tries < 5; tries += 1) {
    here.failed(pair);
    there.failed(pair);
  }
  expect([here.isBlocked(pair), there.isBlocked(pair)]).toEqual([true, true]);
  expect(here.isBlocked(pairOf("127.0.0.2", "alice1"))).toBe(false);
  expect(here.isBlocked(pairOf("127.0.0.1", "bobby1"))).toBe(false);
  expect(here.isBlocked(pairOf("127.0.0.1", "alice1", "exit-1"))).toBe(false);
});

test("300,000 guessed names keep the table within its bound", () => {
  const table = new TriesTable();
  const began = process.memoryUsage().heapUsed;
  for (let name = 0; name < 300_000; name += 1) table.failed(pairOf("127.0.0.1", `guess${name}`));
  expect(process.memoryUsage().heapUsed - began).toBeLessThan(60 * 1024 * 1024);
  for (let tries = 0; tries < 10; tries += 1) table.failed(pairOf("127.0.0.1", "alice1"));
  expect(table.isBlocked(pairOf("127.0.0.1", "alice1"))).toBe(true);
});
