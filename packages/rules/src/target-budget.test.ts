import { expect, test } from "vitest";
import { budgetSpentUntil, budgetRemaining, targetMatcher } from "./target-budget.ts";

test("A target is covered only by its most specific entry (spec/traffic-plan#budgets-per-target)", () => {
  const entry = targetMatcher([
    "example.com",
    "*.example.com",
    "b.example.com",
    "10.0.0.1",
    "*.io",
  ]);
  expect(entry("example.com")).toBe("example.com");
  expect(entry("a.example.com")).toBe("*.example.com");
  expect(entry("b.example.com")).toBe("b.example.com");
  expect(entry("c.b.example.com")).toBe("b.example.com");
  expect(entry("notexample.com")).toBe(null);
  expect(entry("io")).toBe(null);
  expect(entry("a.b.io")).toBe("*.io");
  expect(entry("10.0.0.1")).toBe("10.0.0.1");
  expect(entry("10.0.0.11")).toBe(null);
  expect(targetMatcher([])("example.com")).toBe(null);
});

const budget = (dayBytes: number | null, monthBytes: number | null) => {
  return { target: "example.com", dayBytes, monthBytes };
};
const used = (dayUsedBytes: number, monthUsedBytes: number) => ({ dayUsedBytes, monthUsedBytes });

test("The remaining budget is the lower of day and month, less what gateways hold", () => {
  expect(budgetRemaining(budget(100, null), used(30, 500), 20)).toBe(50);
  expect(budgetRemaining(budget(null, 600), used(30, 500), 20)).toBe(80);
  expect(budgetRemaining(budget(100, 600), used(30, 590), 20)).toBe(-10);
  expect(budgetRemaining(budget(null, null), used(1, 1), 1)).toBe(null);
});

test("A used-up budget restarts with the next UTC day or month", () => {
  const now = Date.UTC(2028, 11, 31, 23, 59);
  expect(budgetSpentUntil(budget(100, 500), used(99, 499), now)).toBe(null);
  expect(budgetSpentUntil(budget(100, 500), used(100, 499), now)).toBe(Date.UTC(2029, 0, 1));
  expect(budgetSpentUntil(budget(100, 500), used(0, 500), now - 86_400_000)).toBe(
    Date.UTC(2029, 0, 1),
  );
});
