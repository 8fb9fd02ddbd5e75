import { expect, test } from "vitest";
import { bytesToGb, validateGb, shareOf, unallottedBytes } from "./allotment.ts";

const GB = 1_000_000_000;

test("an allotment is a number with at most 3 decimals (spec/traffic-plan#allotment)", () => {
  expect(
    ["", " ", "x", -1, 1.0005, 2_000_000].map((typed) => validateGb(typed, undefined)),
  ).toEqual(Array(6).fill("notNumber"));
  expect([0, "0.001", 1.5, 1_000_000].map((typed) => validateGb(typed, undefined))).toEqual(
    Array(4).fill(null),
  );
});

test("more than the remainder is flagged; the sub-account's own allotment counts as available (spec/traffic-plan#allotment)", () => {
  expect(validateGb(2, 2 * GB)).toBeNull();
  expect(validateGb(2.001, 2 * GB)).toBe("insufficient");
  const now = { allocatedBytes: 3 * GB, usedBytes: GB };
  expect(validateGb(5, 2 * GB, now)).toBeNull();
  expect(validateGb(5.1, 2 * GB, now)).toBe("insufficient");
  expect(validateGb(0.9, 2 * GB, now)).toBe("belowUsed");
  expect(validateGb(1, 2 * GB, now)).toBeNull();
});

test("shares stay between 0 and 100, and the remainder is never below 0", () => {
  expect([shareOf(1, 4), shareOf(5, 4), shareOf(1, 0)]).toEqual([25, 100, 0]);
  expect(unallottedBytes({ balanceBytes: 5, allocatedBytes: 7 })).toBe(0);
  expect(bytesToGb(1_234_567_890)).toBe(1.234);
});
