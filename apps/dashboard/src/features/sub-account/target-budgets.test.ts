import { expect, test } from "vitest";
import { changedLimits, limitValues, noLimits, validateLimit } from "./limit-values.ts";
import { budgetLines, readBudgetLines } from "./target-budgets.ts";
import { subAccountRow } from "./testing/sub-account.ts";

const used = { dayUsedBytes: 0, monthUsedBytes: 0 };
const standing = [
  { target: "example.com", dayBytes: 1_500_000_000, monthBytes: null, ...used },
  { target: "*.example.net", dayBytes: null, monthBytes: 20_000_000_000, ...used },
];

test("budgets are lines of text: domain, GB per day, GB per month (spec/traffic-plan#budgets-per-target)", () => {
  const text = budgetLines(standing);
  expect(text).toBe("example.com 1.5 -\n*.example.net - 20");
  expect(readBudgetLines(`${text}\n\n  10.0.0.1   2 `)).toEqual({
    budgets: [
      { target: "example.com", dayGb: 1.5, monthGb: null },
      { target: "*.example.net", dayGb: null, monthGb: 20 },
      { target: "10.0.0.1", dayGb: 2, monthGb: null },
    ],
  });
});

test("an invalid budget line is reported", () => {
  for (const line of [
    "a b",
    "example.com",
    "example.com - -",
    "example.com 0",
    "example.com 1 2 3",
  ])
    expect(validateLimit("targetBudgets", `ok.example 1\n${line}`)).toEqual({
      fault: "badBudget",
      entry: line,
    });
  const many = Array.from({ length: 51 }, (_, at) => `d${at}.example 1`).join("\n");
  expect(validateLimit("targetBudgets", many)).toEqual({ fault: "tooManyDomains", most: 50 });
  expect(validateLimit("targetBudgets", "")).toBeNull();
});

test("budgets are sent as a complete list if they were changed", () => {
  const before = limitValues(subAccountRow({ targetBudgets: standing }));
  expect(changedLimits(before, before)).toEqual({});
  expect(changedLimits({ ...before, targetBudgets: "" }, before)).toEqual({ targetBudgets: [] });
  expect(changedLimits({ ...noLimits, targetBudgets: "example.com - 3" }, noLimits)).toEqual({
    targetBudgets: [{ target: "example.com", dayGb: null, monthGb: 3 }],
  });
});
