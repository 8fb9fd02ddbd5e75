import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { SetAsideReport, UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reporter } from "./reporter.ts";

let folder: string;
let taken: UsageReport[];
/** Byte counts of reports that the hub refuses; null refuses all. */
let refuses: number[] | null;
let away: boolean;
let held: string[][];
let errors: string[];
let asides: SetAsideReport[];
/** Whether the hub accepts reports that are set aside. */
let keeps: boolean;
/** The number of requests so far, except reports of held leases. */
let asked: number;
/** The requests that the hub received, in order. */
let heard: string[];
/** Called while the hub settles leases. */
let settling: () => void;

const link = {
  ask: async (
    kind: string,
    question: { reports: UsageReport[]; leaseIds: string[]; asides: SetAsideReport[] },
  ) => {
    if (away) throw new LinkDown("away");
    if (kind !== "held") asked += 1;
    if (kind === "aside") {
      if (!keeps) throw new Error("the disk is full");
      asides.push(...question.asides);
      return { kept: question.asides.length };
    }
    if (kind === "held") held.push(question.leaseIds);
    if (kind === "settle") {
      heard.push(`settle ${question.leaseIds.join()}`);
      await Promise.resolve();
      settling();
    }
    if (kind !== "report") return { settled: 0, returned: 0 };
    const bad = question.reports.some(({ rows }) => {
      return refuses === null || rows.some((row) => refuses?.includes(row.upBytes));
    });
    if (bad) throw new Error("invalid byte sequence");
    taken.push(...question.reports);
    for (const { sequence } of question.reports) heard.push(`report ${sequence}`);
    return { applied: question.reports.map(({ sequence }) => sequence) };
  },
} as unknown as GatewayLink;
const log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (_fields: object, message: string) => void errors.push(message),
};
const open = (epoch: string) =>
  new Reporter({
    gateway: "g1",
    epoch,
    folder,
    link,
    log,
    now: () => 1_700_000_000_000,
    leasesOut: () => ["lease-1"],
    settled: () => {},
  });
const row = (upBytes: number) => ({ upBytes }) as UsageRow;
/** The reports that the hub accepted, each counted once. */
const amounts = () => {
  const once = new Map(taken.map((report) => [`${report.epoch} ${report.sequence}`, report]));
  return [...once.values()]
    .flatMap(({ rows }) => rows.map(({ upBytes }) => upBytes))
    .sort((a, b) => a - b);
};
/** Reports that were sent more than once although the hub had acknowledged them. */
const sends = () => {
  const names = taken.map((report) => `${report.epoch} ${report.sequence}`);
  return names.filter((name, at) => names.indexOf(name) !== at);
};
/** Advances time by this many seconds, with an attempt in each. */
async function pass(reporter: Reporter, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_001);
    await reporter.pump();
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reports-"));
  [taken, refuses, away, held, errors, heard] = [[], [], false, [], [], []];
  [asides, keeps, asked] = [[], true, 0];
  settling = () => {};
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test("A report that the hub rejects does not delay others, and the hub stores it with the reason", async () => {
  refuses = [2];
  const reporter = open("e1");
  for (const bytes of [1, 2, 3, 4]) reporter.flush([row(bytes)], []);
  reporter.flush([row(5)], ["lease-1"]);
  await pass(reporter, 1);
  // Nothing waited for it, and the lease was settled.
  expect(amounts()).toEqual([1, 3, 4, 5]);
  expect(heard).toContain("settle lease-1");
  expect(reporter.isDone()).toBe(true);
  expect([asides, readFileSync(join(folder, "set-aside.jsonl"), "utf8")]).toEqual([
    [],
    expect.stringContaining('"upBytes":2'),
  ]);
  await pass(reporter, 12);
  expect(errors).toEqual(["report set aside: refused by the hub"]);
  expect(asides).toMatchObject([
    {
      report: { gateway: "g1", epoch: "e1", sequence: 2, rows: [{ upBytes: 2 }] },
      why: "Error: invalid byte sequence",
      at: 1_700_000_000_000,
    },
  ]);
  expect(readdirSync(folder).filter((name) => name.includes("aside"))).toEqual([]);
  const sent = asked;
  await pass(reporter, 30);
  expect(asked).toBe(sent);
  reporter.stop();
});

test("A report rejected for only a few seconds is applied and not quarantined", async () => {
  refuses = [2];
  const reporter = open("e1");
  for (const bytes of [1, 2, 3]) reporter.flush([row(bytes)], []);
  await pass(reporter, 4);
  refuses = [];
  await pass(reporter, 2);
  expect([amounts(), asides, errors]).toEqual([[1, 2, 3], [], []]);
  expect(readdirSync(folder).filter((name) => name.includes("aside"))).toEqual([]);
  reporter.stop();
});

test("A quarantined report that the hub cannot store waits on disk across restarts and delays nothing", async () => {
  refuses = [2];
  keeps = false;
  const first = open("e1");
  for (const bytes of [1, 2, 3]) first.flush([row(bytes)], []);
  await pass(first, 15);
  expect([amounts(), asides]).toEqual([[1, 3], []]);
  first.stop();
  const second = open("e2");
  second.flush([row(5)], []);
  await pass(second, 5);
  expect(amounts()).toEqual([1, 3, 5]);
  keeps = true;
  await pass(second, 61);
  expect(asides.map(({ report }) => [report.epoch, report.sequence])).toEqual([["e1", 2]]);
  expect(readdirSync(folder).filter((name) => name.includes("aside"))).toEqual([]);
  second.stop();
});

test("Reports quarantined by an earlier version are sent to the hub for storage, not billed", async () => {
  const lines = [7, 8].map((sequence) => {
    const json = JSON.stringify({
      report: { gateway: "g1", epoch: `old${sequence}`, sequence, rows: [row(sequence)] },
    });
    return `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
  });
  writeFileSync(join(folder, "zzaside.00000000.jsonl"), lines[0] ?? "");
  writeFileSync(join(folder, "set-aside.jsonl"), lines[1] ?? "");
  const reporter = open("e1");
  await pass(reporter, 2);
  expect(asides.map(({ report, at }) => [report.epoch, report.sequence, at])).toEqual([
    ["old8", 8, 0],
    ["old7", 7, 0],
  ]);
  expect([taken, readdirSync(folder).filter((name) => name.includes("aside"))]).toEqual([[], []]);
  reporter.stop();
});

test("Acknowledged reports are never sent again, neither on rotation nor after a crash", async () => {
  const first = open("e1");
  for (let bytes = 1; bytes <= 450; bytes += 1) {
    first.flush([row(bytes)], []);
    await pass(first, 1);
  }
  expect(sends()).toEqual([]);
  away = true;
  first.flush([row(451)], []);
  await pass(first, 2);
  // The state after kill -9: the journal stays as it is.
  const second = open("e2");
  away = false;
  await pass(second, 3);
  expect([sends(), amounts().length, amounts().at(-1)]).toEqual([[], 451, 451]);
  second.stop();
});

test("While the hub rejects everything or is unreachable, all reports wait and none is quarantined", async () => {
  const reporter = open("e1");
  refuses = null;
  for (const bytes of [1, 2, 3]) reporter.flush([row(bytes)], []);
  await pass(reporter, 60);
  away = true;
  await pass(reporter, 60);
  expect([taken, errors]).toEqual([[], []]);
  [refuses, away] = [[], false];
  await pass(reporter, 3);
  expect(amounts()).toEqual([1, 2, 3]);
  reporter.stop();
});

test("Sends the list of held leases to the hub every five seconds", async () => {
  const reporter = open("e1");
  await pass(reporter, 17);
  expect(held).toEqual([["lease-1"], ["lease-1"], ["lease-1"]]);
  reporter.stop();
});

test("A lease drained while another is being settled waits for its own report", async () => {
  const reporter = open("e1");
  settling = () => {
    settling = () => {};
    reporter.flush([row(2)], ["lease-2"]);
  };
  reporter.flush([row(1)], ["lease-1"]);
  await pass(reporter, 2);
  expect(heard).toEqual(["report 1", "settle lease-1", "report 2", "settle lease-2"]);
  reporter.stop();
});
