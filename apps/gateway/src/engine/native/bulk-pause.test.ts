import { expect, test } from "vitest";
import { BulkPause } from "./bulk-pause.ts";

const MB = 1e6;

interface Load {
  /** Bytes a second, moved in this many events a second. */
  bytes: number;
  events: number;
  /** The share of time that the thread works. */
  busy: number;
}

/** Whether the loop pauses after a tenth of a second of each load. */
function pausesAfter(...loads: Load[]): boolean[] {
  const pause = new BulkPause();
  let now = 1_000;
  return loads.map(({ bytes, events, busy }) => {
    for (let wait = 0; wait < 200; wait += 1) {
      now += 0.5;
      pause.moved += bytes / 2_000;
      pause.waited(events / 2_000, 0.5 * (1 - busy), now);
    }
    return pause.pausing;
  });
}

const bulk: Load = { bytes: 2_000 * MB, events: 50_000, busy: 0.4 };

test("It pauses while much is moved in small parts by a thread with time to spare", () => {
  expect(pausesAfter(bulk)).toEqual([true]);
});

test("It does not pause for a little, for large parts, or without time to spare", () => {
  expect(pausesAfter({ ...bulk, bytes: 50 * MB })).toEqual([false]);
  expect(pausesAfter({ ...bulk, events: 10_000 })).toEqual([false]);
  expect(pausesAfter({ ...bulk, busy: 0.8 })).toEqual([false]);
  expect(pausesAfter({ bytes: 0, events: 0, busy: 0 })).toEqual([false]);
});

test("It goes on while the pauses make parts larger, and ends with the load", () => {
  const paused = { ...bulk, events: 8_000 };
  const quiet = { bytes: 0, events: 20, busy: 0.01 };
  expect(pausesAfter(bulk, paused, quiet)).toEqual([true, true, false]);
  expect(pausesAfter(bulk, paused, { ...bulk, events: 3_000 })).toEqual([true, true, false]);
  expect(pausesAfter(bulk, paused, { ...paused, busy: 0.8 })).toEqual([true, true, false]);
});
