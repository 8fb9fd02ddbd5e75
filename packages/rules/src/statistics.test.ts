import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chosenSpan,
  dayMs,
  dayOf,
  hourMs,
  lastDays,
  lastMonths,
  monthOf,
  stepsOf,
} from "./statistics.ts";

const at = (text: string) => Date.parse(`${text}Z`);

test("The last 7 and 30 days are UTC days and end with today (spec/traffic-plan#statistics)", () => {
  const now = at("2026-03-01T00:00:00.000");
  const days = stepsOf(lastDays({ now, days: 7, by: "day" }), "day").map(dayOf);
  expect(days).toHaveLength(7);
  expect([days[0], days[6]]).toEqual(["2026-02-23", "2026-03-01"]);
  expect(
    stepsOf(lastDays({ now: now - 1, days: 30, by: "day" }), "day")
      .map(dayOf)
      .at(-1),
  ).toBe("2026-02-28");
});

test("By hour, every hour up to the current one appears once, oldest first", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(7, 30), (now, days) => {
      const steps = stepsOf(lastDays({ now, days, by: "hour" }), "hour");
      expect(steps.at(-1)).toBe(Math.floor(now / hourMs) * hourMs);
      expect(steps[0]).toBe((Math.floor(now / dayMs) - days + 1) * dayMs);
      expect(new Set(steps).size).toBe(steps.length);
      expect(steps.length).toBeLessThanOrEqual(days * 24);
    }),
  );
});

test("A chosen range includes both end steps; a reversed or too long range is refused", () => {
  const otherwise = lastDays({ now: at("2026-11-21T12:00:00"), days: 7, by: "day" });
  const span = (from: string | null, to: string | null, by: "day" | "hour" = "day") =>
    chosenSpan({ from: from ? at(from) : null, to: to ? at(to) : null, by, otherwise });
  const days = (chosen: ReturnType<typeof span>) => chosen && stepsOf(chosen, "day").map(dayOf);
  expect(days(span("2026-11-01T10:00:00", "2026-11-02T00:00:00"))).toEqual([
    "2026-11-01",
    "2026-11-02",
  ]);
  expect(days(span("2026-11-20T00:00:00", null))).toEqual(["2026-11-20", "2026-11-21"]);
  expect(days(span(null, "2026-11-10T00:00:00"))).toHaveLength(7);
  expect(span(null, null)).toEqual(otherwise);
  expect(span("2026-11-02T00:00:00", "2026-11-01T00:00:00")).toBeNull();
  expect(span("1970-01-01T00:00:00", null)).toBeNull();
  expect(span("2026-06-01T00:00:00", "2026-11-01T00:00:00", "hour")).toBeNull();
});

test("Months go back across years and end with the current one", () => {
  const months = lastMonths({ now: at("2026-02-28T23:59:59"), months: 4 }).map(monthOf);
  expect(months).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
});
