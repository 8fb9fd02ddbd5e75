import { describe, expect, it } from "vitest";
import { grainOf, grainsFor, rangeBefore, rangeOf } from "./range.ts";

const none = { days: "", from: "", to: "" };

describe("the range of the usage screen", () => {
  it("is 30 days up to today, another preset, or two custom dates", () => {
    const thirty = { from: "2026-10-28", to: "2026-11-26" };
    expect(rangeOf(none, "2026-11-26")).toEqual({ range: thirty, preset: "30" });
    expect(rangeOf({ ...none, days: "7" }, "2026-11-26").range.from).toBe("2026-11-20");
    expect(rangeOf({ ...none, days: "8" }, "2026-11-26").preset).toBe("30");
    const own = { from: "2026-01-31", to: "2026-02-01" };
    expect(rangeOf({ ...none, ...own }, "2026-11-26")).toEqual({ range: own, preset: "custom" });
    const wrong = { from: "2026-02-01", to: "2026-01-31" };
    expect(rangeOf({ ...none, ...wrong }, "2026-11-26").range).toEqual(thirty);
    expect(rangeOf({ ...none, from: "2025-01-01", to: "2026-02-06" }, "2026-11-26").preset).toBe(
      "30",
    );
  });

  it("has a preceding range of the same length", () => {
    const range = { from: "2026-03-01", to: "2026-03-02" };
    expect(rangeBefore(range)).toEqual({ from: "2026-02-27", to: "2026-02-28" });
  });

  it("offers only units that give a readable number of bars", () => {
    const days = (to: string) => ({ from: "2026-01-01", to });
    expect(grainsFor(days("2026-01-01"))).toEqual(["hour", "day"]);
    expect(grainsFor(days("2026-01-30"))).toEqual(["day"]);
    expect(grainsFor(days("2026-03-31"))).toEqual(["day", "month"]);
    expect(grainsFor(days("2026-12-31"))).toEqual(["month"]);
    expect(grainOf("", days("2026-01-01"))).toBe("hour");
    expect(grainOf("", days("2026-01-07"))).toBe("day");
    expect(grainOf("month", days("2026-01-07"))).toBe("day");
    expect(grainOf("month", days("2026-03-31"))).toBe("month");
  });
});
