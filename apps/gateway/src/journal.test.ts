import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSegment, SegmentWriter, segmentsIn } from "./journal.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = (sequence: number) => ({
  report: { gateway: "g", epoch: "e", sequence, rows: [] },
});

test("What was appended is read back, in order, segment by segment", () => {
  for (const number of [0, 1]) {
    const writer = new SegmentWriter(folder, "e1", number);
    writer.append({ leases: ["äöü", "b"] });
    writer.append(report(number));
    writer.stop();
  }
  const segments = segmentsIn(folder);
  expect(segments.map(({ epoch }) => epoch)).toEqual(["e1", "e1"]);
  const read = segments.map(({ path }) => readSegment(path));
  expect(read[1]).toEqual({ records: [{ leases: ["äöü", "b"] }, report(1)], damaged: 0 });
});

test("A torn last line and a damaged line are passed over, the rest stands", () => {
  const writer = new SegmentWriter(folder, "e1", 0);
  for (const sequence of [1, 2, 3]) writer.append(report(sequence));
  writer.stop();
  const lines = readFileSync(writer.path, "utf8").split("\n");
  lines[1] = lines[1]?.replace('"sequence":2', '"sequence":9') ?? "";
  writeFileSync(writer.path, lines.join("\n"));
  appendFileSync(writer.path, '0badc0de {"report":{"gate');
  expect(readSegment(writer.path)).toEqual({ records: [report(1), report(3)], damaged: 2 });
});
