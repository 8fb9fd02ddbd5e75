import { describe, expect, it } from "vitest";
import { lastQuarters, quarterSpan } from "./quarter.ts";

describe("A quarter (spec/tax#report)", () => {
  it("begins and ends at midnight UTC", () => {
    expect(quarterSpan("2026Q4")).toEqual({
      from: new Date("2026-10-01T00:00:00Z"),
      to: new Date("2027-01-01T00:00:00Z"),
    });
  });

  it.each(["2026Q0", "2026Q5", "1999Q1", "2026", "2026q4", " 2026Q4"])("is not %s", (text) => {
    expect(quarterSpan(text)).toBeNull();
  });

  it("of a day comes first, before those of earlier months", () => {
    const day = new Date("2026-02-28T23:59:59Z");
    expect(lastQuarters(day, 3)).toEqual(["2026Q1", "2025Q4", "2025Q3"]);
  });
});
