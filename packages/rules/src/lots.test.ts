import { expect, test } from "vitest";
import { cutParts, dueLotWarning, endOfLot, joinParts, lotsLeft } from "./lots.ts";
import { dayMs } from "./statistics.ts";

const day = (days: number, ms = 0) => new Date(Date.UTC(2026, 0, 1) + days * dayMs + ms);
const parts = [
  { bytes: 5, expiresAt: day(1) },
  { bytes: 3, expiresAt: day(2) },
];

test("what is bought for days ends that many days later to the millisecond, else never", () => {
  expect(endOfLot(day(0, 5).getTime(), 30)).toEqual(day(30, 5));
  expect(endOfLot(day(0).getTime(), null)).toBeNull();
});

test("a part of what was taken from lots has their ends in order; the rest never ends", () => {
  expect(cutParts(parts, { from: 0, bytes: 4 })).toEqual([{ bytes: 4, expiresAt: day(1) }]);
  expect(cutParts(parts, { from: 4, bytes: 6 })).toEqual([
    { bytes: 1, expiresAt: day(1) },
    { bytes: 3, expiresAt: day(2) },
    { bytes: 2, expiresAt: null },
  ]);
  expect(cutParts([], { from: 7, bytes: 2 })).toEqual([{ bytes: 2, expiresAt: null }]);
  expect(cutParts(parts, { from: 5, bytes: 0 })).toEqual([]);
  expect(joinParts([...parts, ...parts])).toEqual([
    { bytes: 10, expiresAt: day(1) },
    { bytes: 6, expiresAt: day(2) },
  ]);
});

test("bytes that were carried and are not posted are gone from the lot that ends first", () => {
  const lots = parts.map(({ bytes, expiresAt: at }) => ({ bytes, at }));
  const now = day(0).getTime();
  expect(lotsLeft(lots, { pendingBytes: 0, now })).toEqual(lots);
  expect(lotsLeft(lots, { pendingBytes: 6, now })).toEqual([{ bytes: 2, at: day(2) }]);
  expect(lotsLeft(lots, { pendingBytes: 9, now })).toEqual([]);
  expect(lotsLeft(lots, { pendingBytes: 1, now: day(1).getTime() })).toEqual([lots[1]]);
});

test("a holder is told on the seventh day and on the day before the last, unless just bought", () => {
  const lot = { grantedAt: day(0).getTime(), expiresAt: day(30, 5).getTime(), warnedDays: null };
  const due = (days: number, more: object = {}) =>
    dueLotWarning({ ...lot, ...more }, day(days, 1).getTime());
  expect([due(22), due(23), due(25), due(29), due(30)]).toEqual([null, 7, 7, 1, 1]);
  expect([due(24, { warnedDays: 7 }), due(29, { warnedDays: 7 })]).toEqual([null, 1]);
  expect([due(29, { warnedDays: 1 }), due(31)]).toEqual([null, null]);
  // Of a lot for seven days the buyer was told when he bought it.
  const short = { grantedAt: day(23).getTime() };
  expect([due(23, short), due(28, short), due(29, short)]).toEqual([null, null, 1]);
  expect(due(29, { grantedAt: day(29).getTime() })).toBeNull();
});
