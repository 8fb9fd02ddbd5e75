import { expect, test } from "vitest";
import { splitIntoMessages } from "./exchange.ts";

test("Rows are split into messages that fit NOTIFY, each once and in order; oversized rows are left out", () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => [n, "ü".repeat(n % 40)]);
  const messages = splitIntoMessages({ from: "a", topic: "t" }, [...rows, ["x".repeat(9_000)]]);
  expect(Math.max(...messages.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(7_900);
  expect(messages.flatMap((one) => (JSON.parse(one) as { rows: unknown[] }).rows)).toEqual(rows);
  expect(splitIntoMessages({ topic: "t" }, [])).toEqual(['{"topic":"t","rows":[]}']);
});
