import { expect, test } from "vitest";
import { isFiltered, parametersOf } from "./order-filter.ts";

test("dates are complete days in the user's time zone, including the last one", () => {
  const { from = "", to = "" } = parametersOf({
    kind: "",
    status: "",
    from: "2026-11-01",
    to: "2026-11-02",
    order: "",
  });
  expect(from).toBe(new Date(2026, 10, 1).toISOString());
  expect(to).toBe(new Date(new Date(2026, 10, 3).getTime() - 1).toISOString());
});

test("unknown filter values in the URL are ignored", () => {
  expect(
    parametersOf({ kind: "gold", status: "won", from: "yesterday", to: "2026-99-99", order: "" }),
  ).toEqual({});
  expect(isFiltered({ kind: "gold", status: "", from: "", to: "", order: "" })).toBe(false);
  expect(isFiltered({ kind: "static", status: "", from: "", to: "", order: "" })).toBe(true);
  expect(parametersOf({ kind: "", status: "refunded", from: "", to: "", order: "" })).toEqual({
    status: "refunded",
  });
});

test("part of an order number narrows the list and counts as a filter", () => {
  const filter = { kind: "", status: "", from: "", to: "", order: "T-12" };
  expect(parametersOf(filter)).toEqual({ search: "T-12" });
  expect(isFiltered(filter)).toBe(true);
});
