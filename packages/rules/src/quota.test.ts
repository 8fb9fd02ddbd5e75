import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesPerGb, gbToBytes } from "./bytes.ts";
import { allocatedBytes, availableBytes, decideAllotment } from "./quota.ts";

test("GB with at most 3 decimals convert to exact bytes (spec/traffic-plan#allotment)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (thousandths) => {
      expect(gbToBytes(thousandths / 1000)).toBe(thousandths * 1_000_000);
    }),
  );
  expect(gbToBytes(1)).toBe(bytesPerGb);
  expect(gbToBytes(0.001)).toBe(1_000_000);
});

const now = { main: false, allottedBytes: 100, usedBytes: 40 };

test("Setting the total allotment transfers only the difference (spec/traffic-plan#allotment)", () => {
  const fields = { now, movableBytes: 60, restBytes: 50 };
  expect(decideAllotment({ ...fields, totalBytes: 150 })).toEqual({ allot: true, bytes: 50 });
  expect(decideAllotment({ ...fields, totalBytes: 100 })).toEqual({ allot: true, bytes: 0 });
  expect(decideAllotment({ ...fields, totalBytes: 40 })).toEqual({ allot: true, bytes: -60 });
});

test("An allotment below the used or leased bytes, or above the remainder, is refused", () => {
  const fields = { now, movableBytes: 30, restBytes: 50 };
  const below = { allot: false, why: "allotmentBelowUsed" };
  expect(decideAllotment({ ...fields, totalBytes: 39 })).toEqual(below);
  expect(decideAllotment({ ...fields, totalBytes: 69 })).toEqual(below);
  expect(decideAllotment({ ...fields, totalBytes: 70 })).toEqual({ allot: true, bytes: -30 });
  const short = { allot: false, why: "insufficientTraffic" };
  expect(decideAllotment({ ...fields, totalBytes: 151 })).toEqual(short);
});

test("The main account has the unallotted bytes, others their allotment less their use", () => {
  expect(availableBytes(now, 7)).toBe(60);
  expect(allocatedBytes(now, 7)).toBe(100);
  const main = { main: true, allottedBytes: 40, usedBytes: 40 };
  expect(availableBytes(main, 7)).toBe(7);
  expect(allocatedBytes(main, 7)).toBe(47);
});
