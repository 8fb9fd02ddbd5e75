import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reporter } from "./report.ts";

let folder: string;
let taken: UsageReport[];
/** Bytes of reports that the hub refuses; null refuses all. */
let refuses: number[] | null;
let away: boolean;
let held: string[][];
let errors: string[];
/** What the hub heard, in order. */
let heard: string[];
/** Called while the hub settles leases. */
let settling: () => void;

const link = {
  ask: async (kind: string, question: { reports: UsageReport[]; leaseIds: string[] }) => {
    if (away) throw new LinkDown("away");
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
    leasesOut: () => ["lease-1"],
    settled: () => {},
  });
const row = (upBytes: number) => ({ upBytes }) as UsageRow;
/** What was taken, each report once as the hub applies it. */
const amounts = () => {
  const once = new Map(taken.map((report) => [`${report.epoch} ${report.sequence}`, report]));
  return [...once.values()]
    .flatMap(({ rows }) => rows.map(({ upBytes }) => upBytes))
    .sort((a, b) => a - b);
};
/** Lets so many seconds pass, with a try in each. */
async function pass(reporter: Reporter, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_001);
    await reporter.pump();
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reports-"));
  [taken, refuses, away, held, errors, heard] = [[], [], false, [], [], []];
  settling = () => {};
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test("A report that the hub never takes holds up the others for seconds, and is never lost", async () => {
  refuses = [2];
  const first = open("e1");
  for (const bytes of [1, 2, 3, 4]) first.flush([row(bytes)], []);
  await pass(first, 20);
  expect(amounts()).toEqual([1, 3, 4]);
  expect(errors).toEqual(["the hub never takes a report: it was set aside"]);
  expect(first.isDone()).toBe(true);
  expect(readFileSync(join(folder, "set-aside.jsonl"), "utf8")).toContain('"upBytes":2');
  first.stop();

  // Still refused at the next start: kept again, behind what is new.
  const second = open("e2");
  second.flush([row(5)], []);
  await pass(second, 20);
  expect(amounts()).toEqual([1, 3, 4, 5]);
  second.stop();

  refuses = [];
  const third = open("e3");
  await pass(third, 2);
  expect(amounts()).toEqual([1, 2, 3, 4, 5]);
  expect(readdirSync(folder).filter((name) => name.includes("aside"))).toEqual([]);
  third.stop();
});

test("A hub that takes nothing, or is away, has nothing set aside: all of it waits", async () => {
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

test("The hub is told every five seconds which leases are held", async () => {
  const reporter = open("e1");
  await pass(reporter, 17);
  expect(held).toEqual([["lease-1"], ["lease-1"], ["lease-1"]]);
  reporter.stop();
});

test("A lease that drains while another is settled waits for its own report", async () => {
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
