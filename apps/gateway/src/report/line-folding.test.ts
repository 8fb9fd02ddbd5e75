import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { foldedTarget, linesPerMinute } from "@turnpike/rules/trace.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { LineFolding } from "./line-folding.ts";

let number = 0;
function row(fields: Partial<RequestRow> = {}): RequestRow {
  number += 1;
  return {
    id: `id${number}`,
    at: 1_000 + number,
    accountId: "a",
    subAccountId: "s",
    client: "192.0.2.1",
    target: "a.example:443",
    protocol: "connect",
    exitIp: "198.51.100.1",
    country: "US",
    upBytes: 1,
    downBytes: 1,
    ms: 5,
    outcome: "ok",
    reason: "",
    detail: "",
    address: "192.0.2.9",
    ...fields,
  };
}
function folding() {
  const lines: RequestRow[] = [];
  const made = new LineFolding({ add: (line) => lines.push(line), openAfterMs: 10_000 });
  return { lines, made };
}
const { all, empty, folded } = linesPerMinute;
const sum = (lines: RequestRow[], of: (line: RequestRow) => number) =>
  lines.reduce((total, line) => total + of(line), 0);

test("Lines beyond an account's share are folded: all are counted, with their bytes, start and end", () => {
  const { lines, made } = folding();
  const sent = Array.from({ length: all + 500 }, () => row());
  for (const each of sent) made.add(each);
  made.add(row({ accountId: "b" }));
  made.stop();
  const own = lines.filter(({ accountId }) => accountId === "a");
  expect(own.length).toBeLessThanOrEqual(all + 2);
  expect(sum(own, ({ connections = 1 }) => connections)).toBe(sent.length);
  expect(sum(own, ({ upBytes }) => upBytes)).toBe(sent.length);
  expect(Math.max(...own.map(({ at, ms }) => at + ms))).toBe((sent.at(-1)?.at ?? 0) + 5);
  expect(lines.filter(({ accountId }) => accountId === "b")).toHaveLength(1);
});

test("Different clients, exits and outcomes are never folded into one; long connections never at all", () => {
  const { lines, made } = folding();
  const kinds = [{ client: "192.0.2.2" }, { exitIp: "198.51.100.2" }, { outcome: "cut" as const }];
  for (let turn = 0; turn < empty + 50; turn += 1) made.add(row({ upBytes: 0, downBytes: 0 }));
  for (const kind of kinds)
    for (let turn = 0; turn < 3; turn += 1) made.add(row({ ...kind, upBytes: 0, downBytes: 0 }));
  made.add(row({ upBytes: 0, downBytes: 0, ms: 20_000 }));
  made.stop();
  const many = lines.filter(({ connections = 1 }) => connections > 1);
  expect(many.length).toBeGreaterThanOrEqual(kinds.length + 1);
  expect(lines.filter(({ ms }) => ms === 20_000)).toHaveLength(1);
  expect(sum(lines, ({ connections = 1 }) => connections)).toBe(empty + 50 + 9 + 1);
});

test("Ever new targets share a line per client and exit once there are too many", () => {
  const { lines, made } = folding();
  const sent = empty + folded + 5_000;
  for (let turn = 0; turn < sent; turn += 1)
    made.add(row({ upBytes: 0, downBytes: 0, target: `a.example:${turn}` }));
  made.stop();
  expect(lines.length).toBeLessThanOrEqual(2 * (empty + folded + 1));
  expect(sum(lines, ({ connections = 1 }) => connections)).toBe(sent);
  expect(lines.filter(({ target }) => target === foldedTarget).length).toBeGreaterThan(0);
});

test("Lines that cannot be folded leave in portions, and others' lines before them", () => {
  const { lines, made } = folding();
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => {
    now.mockRestore();
  });
  const at = performance.now();
  now.mockReturnValue(at);
  // Each through an address of its own, as a prefix gives them.
  const sent = all + 30_000;
  for (let turn = 0; turn < sent; turn += 1)
    made.add(row({ target: `a.example:${turn}`, exitIp: `2001:db8::${turn.toString(16)}` }));
  now.mockReturnValue(at + 60_000);
  made.add(row({ accountId: "b" }));
  expect(lines).toHaveLength(all + 1);
  expect(lines.at(-1)?.accountId).toBe("b");
  made.stop();
  expect(sum(lines, ({ connections = 1 }) => connections)).toBe(sent + 1);
});
