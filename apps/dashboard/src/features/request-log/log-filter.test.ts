import { expect, test } from "vitest";
import { fieldOfInstant, instantOfField, isFiltered, parametersOf } from "./log-filter.ts";

const NOW = Date.parse("2026-11-21T08:30:42.500Z");
const none = { search: "", account: "", outcome: "", range: "", from: "", to: "" };

test("without a filter everything is requested; unknown values in the URL are ignored", () => {
  expect(parametersOf(none, NOW)).toEqual({});
  expect(parametersOf({ ...none, range: "7d", outcome: "fine", from: "x" }, NOW)).toEqual({});
  expect([isFiltered(none), isFiltered({ ...none, outcome: "ok" })]).toEqual([false, true]);
});

test("a range counts back from the full minute, so that the request stays the same", () => {
  const fields = { ...none, range: "15m", outcome: "cut", account: "a12345", search: "x" };
  expect(parametersOf(fields, NOW)).toEqual({
    from: "2026-11-21T08:15:00.000Z",
    outcome: "cut",
    account: "a12345",
    search: "x",
  });
  expect(parametersOf(fields, NOW + 10_000)).toEqual(parametersOf(fields, NOW));
});

test("a custom range has only the bounds that are filled in", () => {
  const fields = { ...none, range: "custom", from: "2026-11-21T08:00:00Z" };
  expect(parametersOf(fields, NOW)).toEqual({ from: "2026-11-21T08:00:00.000Z" });
  const instant = instantOfField(fieldOfInstant("2026-11-21T08:00:00Z"));
  expect(Date.parse(instant)).toBe(Date.parse("2026-11-21T08:00:00Z"));
  expect([fieldOfInstant(""), instantOfField("")]).toEqual(["", ""]);
});
