import { expect, test } from "vitest";
import { orderInput } from "./order-filter.ts";

const midday = (day: string, hours: number) =>
  new Date(`${day}T00:00`).getTime() + hours * 3_600_000;

test("both days of a filter count as a whole, in the user's time zone", () => {
  const { from, to } = orderInput({ from: "2026-11-01", to: "2026-11-02" }) as Record<
    string,
    string
  >;
  expect(Date.parse(from ?? "")).toBe(midday("2026-11-01", 0));
  expect(Date.parse(to ?? "")).toBe(midday("2026-11-02", 24) - 1);
});

test("a day that is none is not sent; part of an order number is a search", () => {
  expect(orderInput({ from: "2026-13-40", order: "T-1", kind: "ip" })).toEqual({
    search: "T-1",
    kind: "ip",
  });
});
