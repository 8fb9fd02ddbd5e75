/** Journals of workers that no longer run are sent, settled and removed (spec/nodes#journals). */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QuestionKind, UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLog } from "../lib/log.ts";
import { Adoption } from "./adoption.ts";
import { RecordWriter, SegmentWriter } from "./journal.ts";

let folder: string;
let adoption: Adoption | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "adoption-"));
});
afterEach(() => {
  adoption?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A hub that accepts everything; records the requests in order. */
function hub() {
  const asked: { kind: QuestionKind; question: Record<string, unknown> }[] = [];
  const link = {
    ask: async (kind: QuestionKind, question: never) => {
      asked.push({ kind, question });
      const { reports = [] } = question as { reports?: UsageReport[] };
      return { applied: reports.map(({ sequence }) => sequence), settled: 0, kept: 0 };
    },
    onMessage: () => {},
    onConnection: () => {},
    stop: async () => {},
  } as unknown as GatewayLink;
  return { asked, link };
}

test("Worker 1 sends the reports of former workers, under their names, and deletes their folders", async () => {
  const left: [name: string, gateway: string][] = [
    ["3", "local-3"],
    ["old-host-1", "old-host-1"],
  ];
  for (const [name, gateway] of left) {
    mkdirSync(join(folder, name));
    const writer = new SegmentWriter(join(folder, name), "abc", 0);
    writer.append({ leases: [`lease of ${gateway}`] });
    const rows = [{ upBytes: 1 } as UsageRow];
    writer.append({ report: { gateway, epoch: "abc", sequence: 1, rows } });
    writer.stop();
  }
  const aside = new RecordWriter(join(folder, "3", "set-aside.jsonl"));
  aside.append({
    report: { gateway: "local-3", epoch: "abc", sequence: 2, rows: [] },
    why: "",
    at: 1,
  });
  aside.stop();
  for (const own of ["1", "2"]) mkdirSync(join(folder, own));
  const { asked, link } = hub();
  adoption = new Adoption({
    journals: folder,
    workers: 2,
    gateway: "local-1",
    epoch: "def",
    link,
    log: openLog("silent", "test"),
    now: Date.now,
  });
  expect(adoption.left).toBe(2);
  await expect.poll(() => adoption?.left, { timeout: 5_000 }).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(["1", "2"]);
  expect(existsSync(join(folder, "3"))).toBe(false);
  const reported = asked.flatMap(({ kind, question }) =>
    kind === "report" ? (question["reports"] as UsageReport[]) : [],
  );
  expect(reported.map(({ gateway, sequence }) => `${gateway} ${sequence}`).sort()).toEqual([
    "local-3 1",
    "old-host-1 1",
  ]);
  const settled = asked.flatMap(({ kind, question }) =>
    kind === "settle" ? (question["leaseIds"] as string[]) : [],
  );
  expect(settled.sort()).toEqual(["lease of local-3", "lease of old-host-1"]);
  expect(asked.filter(({ kind }) => kind === "aside")).toHaveLength(1);
  // Leases held by worker 1 are reported only by its own reporter.
  expect(asked.filter(({ kind }) => kind === "held")).toEqual([]);
});
