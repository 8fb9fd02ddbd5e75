/** Lines for the trace survive an absent hub, a restart and a full disk (spec/operator#trace). */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionLine, connectionRow } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { SetAsideItem } from "@turnpike/contract/set-aside.ts";
import type { Encoded } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLog } from "../lib/log.ts";
import { Adoption } from "./adoption.ts";
import { ConnectionLog, type ConnectionLogOptions } from "./connection-log.ts";

const log = openLog("silent", "test");
let folder: string;
let opened: { stop(): Promise<void> | void }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "connection-log-"));
  opened = [];
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const line = (id: string) =>
  ({ id, exitIp: "198.51.100.1", target: "a.example:443" }) as RequestRow;

/** A hub that can be away; records what it accepted. */
function hub() {
  const state = { away: false, taken: [] as string[], batches: [] as number[], dropped: 0 };
  const ask = async (kind: string, question: Encoded) => {
    if (state.away) throw new Error("away");
    if (kind !== "connections") return { applied: [], settled: 0, kept: 0 };
    const asked = JSON.parse(question.json) as { rows: ConnectionLine[]; dropped: number };
    state.taken.push(...asked.rows.map((row) => connectionRow(row).id));
    state.batches.push(asked.rows.length);
    state.dropped += asked.dropped;
    return { kept: asked.rows.length };
  };
  return { state, link: { ask } as unknown as ConnectionLogOptions["link"] };
}

let epochs = 0;
function open(link: ConnectionLogOptions["link"], more: Partial<ConnectionLogOptions> = {}) {
  epochs += 1;
  const made = new ConnectionLog({
    gateway: "local-1",
    epoch: `e${epochs}`,
    folder,
    link,
    log,
    ...more,
  });
  opened.push(made);
  return made;
}
const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `id${from + index}`);

test("Lines are written to disk first, sent once in batches of 500, and leave no file", async () => {
  const { state, link } = hub();
  const connections = open(link);
  const sent = ids(0, 1_200);
  for (const id of sent) connections.add(line(id));
  state.away = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(readdirSync(folder)).toHaveLength(1);
  state.away = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state.taken).toEqual(sent);
  expect(state.batches).toEqual([500, 500, 200]);
  expect([connections.isDone(), readdirSync(folder)]).toEqual([true, []]);
});

test("Lines that an unreachable hub did not accept are sent by the next run, in order", async () => {
  const { state, link } = hub();
  state.away = true;
  const first = open(link);
  for (const id of ids(0, 700)) first.add(line(id));
  await vi.advanceTimersByTimeAsync(3_000);
  for (const id of ids(700, 900)) first.add(line(id));
  const stopped = first.stop();
  await vi.advanceTimersByTimeAsync(1_500);
  await stopped;
  expect(state.taken).toEqual([]);
  state.away = false;
  const next = open(link);
  next.add(line("new"));
  await vi.advanceTimersByTimeAsync(3_000);
  // Those of an account with many lines are sent in turn with all others.
  expect(state.taken.filter((id) => id !== "new")).toEqual(ids(0, 900));
  expect([state.taken.length, readdirSync(folder)]).toEqual([901, []]);
});

test("An account with a flood of lines delays no other's, also after an outage and a restart (spec/operator#folded-rows)", async () => {
  const { state, link } = hub();
  const flood = (from: number, to: number) =>
    ids(from, to).map((id) => ({ ...line(id), accountId: "flood" }));
  const few = (id: string) => ({ ...line(id), accountId: "few" });
  state.away = true;
  const first = open(link);
  for (let from = 0; from < 12_000; from += 3_000) {
    for (const row of flood(from, from + 3_000)) first.add(row);
    first.add(few(`few${from}`));
    await vi.advanceTimersByTimeAsync(250);
  }
  const stopped = first.stop();
  await vi.advanceTimersByTimeAsync(1_500);
  await stopped;
  const next = open(link);
  for (const row of flood(12_000, 15_000)) next.add(row);
  next.add(few("few12000"));
  await vi.advanceTimersByTimeAsync(250);
  state.away = false;
  await vi.advanceTimersByTimeAsync(2_500);
  const arrived = state.taken.filter((id) => id.startsWith("few"));
  expect(arrived).toEqual(["few0", "few3000", "few6000", "few9000", "few12000"]);
  expect(state.taken.length).toBeLessThan(8_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([new Set(state.taken).size, next.isDone()]).toEqual([15_005, true]);
});

test("A batch of long lines is split below the largest question", async () => {
  const { state, link } = hub();
  const connections = open(link);
  for (const id of ids(0, 500)) connections.add({ ...line(id), detail: "x".repeat(4_000) });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state.batches).toEqual([125, 125, 125, 125]);
  expect(state.taken).toEqual(ids(0, 500));
});

test("Lines that do not fit in memory are read from the disk", async () => {
  const { state, link } = hub();
  state.away = true;
  const connections = open(link);
  const sent = ids(0, 60_000);
  for (let from = 0; from < sent.length; from += 10_000) {
    for (const id of sent.slice(from, from + 10_000)) connections.add(line(id));
    await vi.advanceTimersByTimeAsync(250);
  }
  state.away = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(state.taken).toEqual(sent);
  expect(connections.dropped).toBe(0);
});

test("Disk usage is bounded: excess lines are dropped, counted and reported", async () => {
  const { state, link } = hub();
  state.away = true;
  const connections = open(link, { maxBytes: 1_000 });
  for (const id of ids(0, 500)) connections.add(line(id));
  await vi.advanceTimersByTimeAsync(250);
  for (const id of ids(500, 800)) connections.add(line(id));
  await vi.advanceTimersByTimeAsync(250);
  expect(connections.dropped).toBe(300);
  state.away = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([state.taken.length, state.dropped, connections.dropped]).toEqual([500, 300, 0]);
});

test("Worker 1 sends the lines of a former worker, and removes its folder", async () => {
  const { state, link } = hub();
  const former = join(folder, "3", "connections");
  const left = open(link, { folder: former });
  state.away = true;
  left.add(line("left"));
  await vi.advanceTimersByTimeAsync(250);
  const stopped = left.stop();
  await vi.advanceTimersByTimeAsync(1_500);
  await stopped;
  state.away = false;
  const own = { gateway: "local-1", epoch: "e9", workers: 2, log, now: Date.now };
  const full = { onMessage: () => {}, onConnection: () => {}, stop: async () => {}, ...link };
  opened.push(new Adoption({ ...own, journals: folder, link: full }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state.taken).toEqual(["left"]);
  expect(existsSync(join(folder, "3"))).toBe(false);
});

/** A hub that refuses batches with a line named `bad…`; keeps what is set aside unless it is old. */
function picky(isOld = false) {
  const state = { isOld, refuses: true, asked: 0, taken: [] as string[], aside: [] as string[] };
  const ask = async (kind: string, question: Encoded & { items?: SetAsideItem[] }) => {
    if (kind === "aside") {
      if (state.isOld) return { kept: 0 };
      state.aside.push(...(question.items ?? []).map(({ name, why }) => `${name}: ${why}`));
      return { kept: 0, items: question.items?.length };
    }
    state.asked += 1;
    const { rows } = JSON.parse(question.json) as { rows: ConnectionLine[] };
    const names = rows.map((row) => connectionRow(row).id);
    if (state.refuses && names.some((id) => id.startsWith("bad")))
      throw new Error("check violated");
    state.taken.push(...names);
    return { kept: rows.length };
  };
  return { state, link: { ask } as unknown as ConnectionLogOptions["link"] };
}

test.each([
  ["head", ["bad1", ...ids(0, 1_200)]],
  ["middle", [...ids(0, 700), "bad1", ...ids(700, 1_200)]],
  ["last", [...ids(0, 1_200), "bad1"]],
])(
  "A line refused at the %s is set aside with its reason; all others arrive",
  async (_where, all) => {
    const { state, link } = picky();
    const connections = open(link);
    for (const id of all) connections.add(line(id));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(state.taken).toEqual(ids(0, 1_200));
    expect(state.aside).toEqual(["bad1: Error: check violated"]);
    expect([connections.isDone(), readdirSync(folder)]).toEqual([true, []]);
    expect(state.asked).toBeLessThan(80);
  },
);

test("A hub of an older version that cannot keep it gets it again after its upgrade, across restarts", async () => {
  const { state, link } = picky(true);
  const first = open(link);
  for (const id of ["a", "bad1", "b"]) first.add(line(id));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([state.taken, first.refused]).toEqual([["a", "b"], 1]);
  const stopped = first.stop();
  await vi.advanceTimersByTimeAsync(1_500);
  await stopped;
  const next = open(link);
  next.add(line("c"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([state.taken, next.isDone()]).toEqual([["a", "b", "c"], false]);
  state.refuses = false;
  await vi.advanceTimersByTimeAsync(61_000);
  expect([state.taken, next.isDone()]).toEqual([["a", "b", "c", "bad1"], true]);
  expect(readdirSync(folder)).toEqual([]);
});

test("While the hub accepts no line at all, every line waits and none is set aside", async () => {
  const { state, link } = hub();
  state.away = true;
  const connections = open(link);
  for (const id of ids(0, 300)) connections.add(line(id));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections.refused).toBe(0);
  state.away = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state.taken).toEqual(ids(0, 300));
});
