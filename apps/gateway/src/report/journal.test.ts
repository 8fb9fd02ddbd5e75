import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acknowledge, readRecords, readSegment, SegmentWriter, segmentsIn } from "./journal.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = (sequence: number) => ({
  report: { gateway: "g", epoch: "e", sequence, rows: [] },
});

test("Appended records are read back in order, segment by segment", () => {
  for (const number of [0, 1]) {
    const writer = new SegmentWriter(folder, "e1", number);
    writer.append({ leases: ["äöü", "b"] });
    writer.append(report(number));
    writer.stop();
  }
  const segments = segmentsIn(folder);
  expect(segments.map(({ epoch }) => epoch)).toEqual(["e1", "e1"]);
  const read = segments.map(({ path }) => readRecords(path));
  expect(read[1]).toEqual({ records: [{ leases: ["äöü", "b"] }, report(1)], damaged: 0 });
});

test("A torn last line and a damaged line are skipped, the rest is kept", () => {
  const writer = new SegmentWriter(folder, "e1", 0);
  for (const sequence of [1, 2, 3]) writer.append(report(sequence));
  writer.stop();
  const text = readFileSync(writer.path, "utf8");
  writeFileSync(writer.path, text.replace('"sequence":2', '"sequence":9'));
  appendFileSync(writer.path, '0badc0de {"report":{"gate');
  expect(readRecords(writer.path)).toEqual({ records: [report(1), report(3)], damaged: 2 });
});

test("Acknowledged reports are not sent again, even if a line before was torn", () => {
  const writer = new SegmentWriter(folder, "e1", 0);
  writer.append({ leases: ["a"] });
  for (const sequence of [1, 2, 3, 4, 5]) writer.append(report(sequence));
  acknowledge(writer.path, [2]);
  appendFileSync(writer.path, '0badc0de {"acknowledged":[[1,');
  acknowledge(writer.path, new Set([5, 4]));
  appendFileSync(writer.path, "0badc0de {");
  writer.append(report(6));
  writer.stop();
  const { reports, leases, damaged } = readSegment(writer.path);
  expect(reports.map(({ sequence }) => sequence)).toEqual([1, 3, 6]);
  expect([[...leases], damaged]).toEqual([["a"], 2]);
});

test("A deleted segment is not created again, and a closed one accepts nothing", () => {
  const writer = new SegmentWriter(folder, "e1", 0);
  writer.stop();
  expect(() => writer.append(report(1))).toThrow("the file is closed");
  rmSync(writer.path);
  acknowledge(writer.path, [1]);
  expect(segmentsIn(folder)).toEqual([]);
});
