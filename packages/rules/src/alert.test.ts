import { expect, test } from "vitest";
import { changedThresholds } from "./alert.ts";

const now = { trafficBytes: 5, walletCents: 1_000, expiryDays: null };

test.each([
  ["what is not named stays", {}, now],
  ["0 is never", { trafficGb: 0 }, { ...now, trafficBytes: null }],
  ["null too", { walletCents: null }, { ...now, walletCents: null }],
  ["GB are 10⁹ bytes", { trafficGb: 1.5 }, { ...now, trafficBytes: 1_500_000_000 }],
  ["less than a byte is never", { trafficGb: 1e-10 }, { ...now, trafficBytes: null }],
  [
    "days and cents as they are",
    { walletCents: 1, expiryDays: 7 },
    { ...now, walletCents: 1, expiryDays: 7 },
  ],
])("Thresholds (spec/accounts#alerts): %s", (_, asked, after) => {
  expect(changedThresholds(now, asked)).toEqual(after);
});
