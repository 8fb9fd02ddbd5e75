/**
 * Each queue to the hub goes on behind an item that the hub refuses (spec/operator#set-aside). The
 * connection log's and the usage reports' queues, which are on disk, have tests of their own.
 */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LatencyReports } from "../probe/latency-reports.ts";
import { RequestLog } from "./request-log.ts";
import { StateReports } from "./state-reports.ts";

const of = { gateway: "g1", epoch: "e1" };
let warned: object[];
const log = {
  debug: () => {},
  info: () => {},
  warn: (fields: object) => void warned.push(fields),
  error: () => {},
};

const line = (id: string) => ({ id, outcome: "ok", detail: "", target: "" }) as RequestRow;

/** A hub that refuses questions in which `bad` occurs. */
function picky() {
  const state = { away: false, questions: [] as string[], aside: [] as string[] };
  const ask = async (kind: string, question: { items?: { kind: string; name: string }[] }) => {
    if (state.away) throw new Error("database unavailable");
    if (kind === "aside") {
      state.aside.push(...(question.items ?? []).map((item) => `${item.kind} ${item.name}`));
      return { kept: 0, items: question.items?.length };
    }
    const text = JSON.stringify(question);
    if (text.includes("bad")) throw new Error("check violated");
    state.questions.push(text);
    return {};
  };
  let connected = (_up: boolean) => {};
  const onConnection = (listener: (up: boolean) => void) => {
    connected = listener;
  };
  const link = { ask, onConnection, onMessage: () => {} } as unknown as GatewayLink;
  return { state, link, connect: () => connected(true) };
}
const orders = [
  ["head", ["bad", "a", "b", "c"]],
  ["middle", ["a", "b", "bad", "c"]],
  ["last", ["a", "b", "c", "bad"]],
] as const;
/** Which of the items the hub has accepted. */
const accepted = (questions: string[]) =>
  ["a", "b", "c"].filter((name) => questions.some((text) => text.includes(`"${name}"`)));

beforeEach(() => {
  warned = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test.each(orders)("Request log: a line refused at the %s", async (_where, names) => {
  const { state, link } = picky();
  const requests = new RequestLog({ ...of, log, link });
  for (const id of names) requests.add(line(id));
  await vi.advanceTimersByTimeAsync(8_000);
  expect([accepted(state.questions), state.aside]).toEqual([["a", "b", "c"], ["request bad"]]);
  expect([requests.size, warned.length]).toEqual([0, 1]);
  await requests.stop();
});

test.each(orders)("States of listeners: one refused at the %s", async (_where, names) => {
  const { state, link, connect } = picky();
  const states = new Map<string, string>(names.map((name) => [name, name]));
  const reports = new StateReports<string>({
    link,
    log,
    what: "listener",
    batchMs: 20,
    ids: () => names,
    read: (id) => states.get(id) ?? null,
    send: (some) => link.ask("doors", { ...of, doors: some } as never),
    idOf: (id) => id,
  });
  connect();
  await vi.advanceTimersByTimeAsync(8_000);
  expect([accepted(state.questions), state.aside]).toEqual([["a", "b", "c"], ["listener bad"]]);
  expect(reports.allReported).toBe(true);
  // Once it can be read, the hub gets it within a minute, without a change.
  states.set("bad", "mended");
  await vi.advanceTimersByTimeAsync(61_000);
  expect(state.questions.at(-1)).toContain('["mended"]');
  reports.stop();
});

test.each(orders)("Latencies: one refused at the %s", async (_where, names) => {
  const { state, link } = picky();
  const reports = new LatencyReports({ ...of, link, log, batchMs: 500 });
  for (const exitId of names) reports.add(exitId, 5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([accepted(state.questions), state.aside]).toEqual([["a", "b", "c"], ["latency bad"]]);
  reports.stop();
});

test("While the hub's database is away, nothing is set aside; all arrives afterwards", async () => {
  const { state, link, connect } = picky();
  state.away = true;
  const requests = new RequestLog({ ...of, log, link });
  requests.add(line("a"));
  const latencies = new LatencyReports({ ...of, link, log, batchMs: 500 });
  latencies.add("b", 5);
  const reports = new StateReports<ExitLatency>({
    link,
    log,
    what: "port",
    batchMs: 20,
    ids: () => ["c"],
    read: (exitId) => ({ exitId, ms: 1 }),
    send: (ports) => link.ask("ports", { ...of, ports } as never),
    idOf: ({ exitId }) => exitId,
  });
  connect();
  await vi.advanceTimersByTimeAsync(60_000);
  state.away = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([accepted(state.questions), state.aside, warned]).toEqual([["a", "b", "c"], [], []]);
  await requests.stop();
  latencies.stop();
  reports.stop();
});
