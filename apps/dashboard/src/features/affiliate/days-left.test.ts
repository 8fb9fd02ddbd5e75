import { expect, it } from "vitest";
import { daysLeft } from "./days-left.ts";

it("counts the days until a frozen profit is released (spec/affiliate#profit: frozen 30 days)", () => {
  expect(daysLeft("2026-12-01T12:00:00Z", "2026-11-01")).toBe(30);
  expect(daysLeft("2026-11-02T00:30:00.000Z", "2026-11-01")).toBe(1);
  expect(daysLeft("2026-11-01T23:00:00Z", "2026-11-01")).toBe(0);
  expect(daysLeft("2026-10-01T00:00:00Z", "2026-11-01")).toBe(0);
});
