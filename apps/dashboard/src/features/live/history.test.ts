import { expect, test } from "vitest";
import type { LiveEvent } from "../../lib/live.ts";
import {
  MAX_ACCOUNTS,
  colouredAccounts,
  layersOf,
  type Moment,
  MAX_POINTS,
  totalsOf,
  WINDOW_MS,
  withEvent,
} from "./history.ts";

const START = Date.parse("2026-11-21T08:00:00Z");
function event(second: number, ...loads: [string, number, number][]): LiveEvent {
  const byAccount = loads.map(([account, bytesPerSecond, connections]) => ({
    account,
    bytesPerSecond,
    connections,
  }));
  return {
    at: new Date(START + second * 1000).toISOString(),
    bytesPerSecond: byAccount.reduce((sum, load) => sum + load.bytesPerSecond, 0),
    connections: byAccount.reduce((sum, load) => sum + load.connections, 0),
    byAccount,
  };
}
const watch = (...events: LiveEvent[]) => events.reduce<Moment[]>(withEvent, []);

test("after hours of watching, 5 minutes and only the busiest sub-accounts are kept", () => {
  let history: Moment[] = [];
  for (let second = 0; second < 10_000; second++) {
    history = withEvent(history, event(second, ["acc0001", second, 1]));
  }
  expect(history.length).toBeLessThanOrEqual(MAX_POINTS);
  expect((history.at(-1)?.at ?? 0) - (history[0]?.at ?? 0)).toBeGreaterThanOrEqual(WINDOW_MS);
  const many = Array.from({ length: 5000 }, (_, at) => [`acc${at}`, at, 1] as [string, number, 1]);
  const [moment] = watch(event(0, ...many));
  expect(moment).toMatchObject({ accounts: 5000, connections: 5000 });
  expect(moment?.byAccount.length).toBe(MAX_ACCOUNTS);
  expect(moment?.byAccount[0]?.account).toBe("acc4999");
});

test("a jump of the clock restarts the history", () => {
  expect(watch(event(0), event(1), event(86_400)).length).toBe(1);
  expect(watch(event(10), event(11), event(5)).length).toBe(1);
});

test("colours stay with their sub-accounts while those are among the busiest", () => {
  const first = watch(event(0, ["a", 9, 1], ["b", 8, 1], ["c", 7, 1], ["d", 1, 1]));
  const places = colouredAccounts(first, []);
  expect(places).toEqual(["a", "b", "c"]);
  const later = withEvent(first, event(1, ["d", 50, 1], ["b", 20, 1], ["a", 1, 1]));
  const moved = colouredAccounts(later, places);
  expect(moved).toEqual(["a", "b", "d"]);
  const layers = (places: (string | null)[]) => {
    const { series, columns } = layersOf(later, { places, others: "others" }, "bytesPerSecond");
    const drawn = series.map(({ name, colour }, index) => [
      name,
      colour,
      ...(columns[index + 1] ?? []),
    ]);
    return { drawn, times: columns[0]?.length };
  };
  expect(layers(moved)).toEqual({
    drawn: [
      ["a", 0, 9, 1],
      ["b", 1, 8, 20],
      ["d", 2, 1, 50],
      ["others", 3, 7, 0],
    ],
    times: 2,
  });
  expect(layers([null, null, null]).drawn).toEqual([["others", 3, 25, 71]]);
  const whole = layersOf(
    watch(event(0, ["a", 5, 1])),
    { places: ["a", null, null], others: "o" },
    "connections",
  );
  expect(whole.series.map(({ name }) => name)).toEqual(["a"]);
  expect(colouredAccounts([], [])).toEqual([null, null, null]);
});

test("sums count what was watched, but not a pause", () => {
  const history = watch(event(0, ["a", 100, 1]), event(1, ["a", 300, 1]), event(60, ["a", 10, 1]));
  expect(totalsOf(history)).toEqual({ bytes: 100 + 300 + 20, peakBytesPerSecond: 300 });
});
