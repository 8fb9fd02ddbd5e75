import { expect, test } from "vitest";
import { monthsBack } from "./months.ts";

test("statements are offered from the current month back to the account's first", () => {
  const today = "2026-02-03";
  expect(monthsBack({ today, since: "2025-11-30T23:00:00Z" })).toEqual([
    "2026-02",
    "2026-01",
    "2025-12",
    "2025-11",
  ]);
  expect(monthsBack({ today, since: null })).toHaveLength(36);
  expect(monthsBack({ today, since: "2027-01-01T00:00:00Z" })).toEqual(["2026-02"]);
});
