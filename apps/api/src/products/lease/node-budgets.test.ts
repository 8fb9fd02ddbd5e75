import { expect, test } from "vitest";
import { NodeBudgets } from "./node-budgets.ts";

const GB = 1_000_000_000;

test("A machine leases a gigabit a second at first, and a multiple of what it carried later (spec/nodes#identity)", () => {
  let now = 0;
  const budgets = new NodeBudgets(() => now);
  expect(budgets.take("evil", 6 * GB)).toBe(6 * GB);
  expect(budgets.take("evil", 6 * GB)).toBe(2 * GB);
  expect(budgets.take("evil", 1)).toBe(0);
  // Another machine has its own.
  expect(budgets.take("good", 8 * GB)).toBe(8 * GB);
  budgets.returnUnused("evil", GB);
  expect(budgets.take("evil", 6 * GB)).toBe(GB);
  now += 30_000;
  expect(budgets.take("evil", 6 * GB)).toBe(4 * GB);
  // Ten minutes of 20 GB each: 80 GB a minute may be leased on top.
  for (let minute = 0; minute < 10; minute += 1) {
    budgets.addBilled("good", 20 * GB);
    now += 60_000;
  }
  expect(budgets.take("good", 1_000 * GB)).toBeCloseTo(88 * GB, -9);
  now += 20 * 60_000;
  expect(budgets.take("good", 1_000 * GB)).toBe(8 * GB);
});
