/** Reports are sent in questions that the hub accepts, whatever their size (spec/nodes#link). */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { linkQuestions, maxQuestionBytes } from "@turnpike/contract/link-questions.ts";
import { expect, test } from "vitest";
import { batchOf, partsOf, sendReports } from "./report-size.ts";

const id = "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0001";
const row = (domain: string, upBytes = 1): UsageRow => ({
  leaseId: id,
  accountId: id,
  subAccountId: id,
  product: "traffic",
  hour: 1_764_000_000_000,
  domain,
  country: "DE",
  city: "frankfurt am main",
  upBytes,
  downBytes: Number.MAX_SAFE_INTEGER,
  requests: 1,
});
const outcome = (domain: string) => ({
  subAccountId: id,
  product: "traffic" as const,
  hour: 1_764_000_000_000,
  domain,
  country: "DE",
  city: "berlin",
  outcomes: { ok: 123_456, failed: 3 },
  reasons: { "refused:targetNotAllowed": 123_456_789, "failed:targetUnreachable": 3 },
  connects: Array.from({ length: 20 }, () => 123_456_789),
});
const report = (sequence: number, rows: number, domain: string): UsageReport => ({
  gateway: "eu-1-1",
  epoch: "e1",
  sequence,
  rows: Array.from({ length: rows }, (_, at) => row(domain, at)),
  outcomes: Array.from({ length: rows }, () => outcome(domain)),
});
const sizeOf = (reports: UsageReport[]) => Buffer.byteLength(JSON.stringify({ reports }));

test("A batch of reports with the longest domains stays below the size of a question, and is accepted", () => {
  for (const domain of ["a.test", `${"ü".repeat(100)}.test`, "x".repeat(253)]) {
    let left = Array.from({ length: 60 }, (_, at) => report(at + 1, 100, domain));
    let sent = 0;
    while (left.length > 0) {
      const reports = batchOf(left, { most: 50, reportOf: (each) => each });
      expect(sizeOf(reports)).toBeLessThanOrEqual(maxQuestionBytes);
      expect(linkQuestions.report.safeParse({ reports }).success).toBe(true);
      left = left.slice(reports.length);
      sent += reports.length;
    }
    expect(sent).toBe(60);
  }
});

test("A report of an earlier version that is too large is sent in parts, with the same names when sent again", async () => {
  const large = report(7, 1_500, "x".repeat(253));
  const parts = partsOf(large);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap(({ rows }) => rows)).toEqual(large.rows);
  expect(parts.flatMap(({ outcomes = [] }) => outcomes)).toEqual(large.outcomes);
  const names = parts.map(({ gateway, epoch, sequence }) => `${gateway} ${epoch} ${sequence}`);
  expect(new Set(names).size).toBe(parts.length);
  expect(names[0]).toBe("eu-1-1 e1 7");
  const asked: UsageReport[][] = [];
  const ask = async (_kind: string, { reports }: { reports: UsageReport[] }) => {
    asked.push(reports);
    return { applied: reports.map(({ sequence }) => sequence) };
  };
  expect(await sendReports({ ask } as never, [large], 1_000)).toEqual([7]);
  expect(asked.map(([part]) => part?.epoch)).toEqual(parts.map(({ epoch }) => epoch));
  for (const reports of asked) {
    expect(sizeOf(reports)).toBeLessThanOrEqual(maxQuestionBytes);
    expect(linkQuestions.report.safeParse({ reports }).success).toBe(true);
  }
});
