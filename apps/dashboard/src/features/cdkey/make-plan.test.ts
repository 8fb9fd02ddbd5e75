import { expect, test } from "vitest";
import {
  amountBounds,
  countBounds,
  isInsufficient,
  validateQuantity,
  planOf,
} from "./make-plan.ts";

const GB = 1_000_000_000;
const balances = { ip: 5_000, traffic: 20_500_000_000 };

test("a key holds at least 100 IPs or 1 GB, and at most 1,000 are made at once (spec/cdkeys#making)", () => {
  const ips = (typed: number | string) => validateQuantity(typed, amountBounds("ip"));
  expect([99, 100, 1_000_000, 1_000_001, 100.5, ""].map(ips)).toEqual([
    "range",
    null,
    null,
    "range",
    "range",
    "missing",
  ]);
  const gb = (typed: number | string) => validateQuantity(typed, amountBounds("traffic"));
  expect([0, 1].map(gb)).toEqual(["range", null]);
  const count = (typed: number | string) => validateQuantity(typed, countBounds);
  expect([0, 1, 1_000, 1_001].map(count)).toEqual(["range", null, null, "range"]);
});

test("amount × count is deducted, and the remainder is known in advance (spec/cdkeys#making)", () => {
  expect(planOf({ kind: "ip", amount: 200, count: "20" }, balances)).toEqual({
    kind: "ip",
    amount: 200,
    count: 20,
    total: 4_000,
    balance: 5_000,
    after: 1_000,
  });
  const traffic = planOf({ kind: "traffic", amount: 10, count: 2 }, balances);
  expect(traffic).toMatchObject({ total: 20, balance: 20.5, after: 0.5 });
  expect(traffic && isInsufficient(traffic)).toBe(false);
});

test("a balance that is one unit short is insufficient; an unknown one is not", () => {
  const of = (ip: number | undefined) =>
    isInsufficient(planOf({ kind: "ip", amount: 100, count: 3 }, { ip, traffic: GB }));
  expect([299, 300, undefined].map(of)).toEqual([true, false, false]);
});

test("there is no plan while a quantity is missing or out of range", () => {
  expect(planOf({ kind: "ip", amount: "", count: 1 }, balances)).toBeUndefined();
  expect(planOf({ kind: "ip", amount: 100, count: 0 }, balances)).toBeUndefined();
  expect(planOf({ kind: "ip", amount: 99, count: 1 }, balances)).toBeUndefined();
});
