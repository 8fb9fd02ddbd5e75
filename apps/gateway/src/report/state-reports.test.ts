import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StateReports } from "./state-reports.ts";

const batchMs = 20;

interface Ask {
  states: string[];
  answer(): void;
  fail(): void;
}

/** Reports of two listeners to a hub that answers on command. */
function bench() {
  const asks: Ask[] = [];
  let tellConnection = (_up: boolean) => {};
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const reports = new StateReports<string>({
    link: {
      ask: () => Promise.reject(new Error("not by this way")),
      onMessage: () => {},
      onConnection: (listener) => {
        tellConnection = listener;
      },
      stop: async () => {},
    },
    log,
    what: "listener",
    idOf: (state) => state,
    batchMs,
    ids: () => ["a", "b"],
    read: (id) => id,
    send: (states) =>
      new Promise((resolve, reject) => {
        asks.push({ states, answer: () => resolve(null), fail: () => reject(new Error("gone")) });
      }),
  });
  return { asks, reports, connected: (up: boolean) => tellConnection(up) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("A report that the hub rejects is sent again after one second on the same connection", async () => {
  const { asks, connected, reports } = bench();
  connected(true);
  await vi.advanceTimersByTimeAsync(batchMs);
  asks[0]?.fail();
  await vi.advanceTimersByTimeAsync(900);
  expect(asks.length).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(asks.map(({ states }) => states)).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  asks[1]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(reports.allReported).toBe(true);
});

test.each([
  ["before the next connection is up", true],
  ["after the next connection is up", false],
])(
  "A request that fails %s does not delay the first report of the new connection",
  async (_, failsFirst) => {
    const { asks, connected, reports } = bench();
    connected(true);
    await vi.advanceTimersByTimeAsync(batchMs);
    connected(false);
    if (failsFirst) asks[0]?.fail();
    await vi.advanceTimersByTimeAsync(100);
    connected(true);
    if (!failsFirst) asks[0]?.fail();
    await vi.advanceTimersByTimeAsync(batchMs);
    expect(asks.length).toBe(2);
    expect(asks[1]?.states).toEqual(["a", "b"]);
    asks[1]?.answer();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([asks.length, reports.allReported]).toEqual([2, true]);
  },
);
