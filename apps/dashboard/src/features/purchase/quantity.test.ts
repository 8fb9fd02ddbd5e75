import { maxStaticsTaken } from "@turnpike/contract/static.ts";
import { maxMbpsOfPlan, maxPortsOfPlan } from "@turnpike/rules/unlimited.ts";
import { maxOpenedIps } from "@turnpike/rules/pool.ts";
import { expect, test } from "vitest";
import { MAX_TAKE } from "../static/take/take-plan.ts";
import { orderRange } from "../unlimited/buy/buy-plan.ts";
import { type QuantityError, type QuantityRange, readQuantity } from "./quantity.ts";

const taken: QuantityRange = { min: 1, max: MAX_TAKE };
const opened: QuantityRange = { min: 1, max: maxOpenedIps };
const traffic: QuantityRange = { min: 10, max: 2000 };

test("the maximum of one call is the contract's (spec/static#taking, spec/unlimited#ordering)", () => {
  expect([MAX_TAKE, orderRange.port.max, orderRange.bandwidth.max]).toEqual([
    maxStaticsTaken,
    maxPortsOfPlan,
    maxMbpsOfPlan,
  ]);
});

test.each<[string, QuantityRange, readonly (number | string)[]]>([
  ["a number of ports", { ...orderRange.port, stock: 40 }, [1, "3", 40]],
  [
    "Mbps in steps (spec/unlimited#ordering)",
    { ...orderRange.bandwidth, stock: 1500 },
    [100, 1500],
  ],
  ["without a known stock", taken, [1, MAX_TAKE]],
  ["within the range sold", traffic, [10, "2000"]],
])("valid: %s", (_name, range, all) => {
  const numbers = all.map((typed) => ({ quantity: Number(typed), why: null }));
  expect(all.map((typed) => readQuantity(typed, range))).toEqual(numbers);
});

test.each<[QuantityError, QuantityRange, readonly (number | string)[]]>([
  // “Please enter the quantity” (spec/dashboard#messages)
  ["missing", traffic, ["", " ", "-", "x"]],
  ["outside", traffic, [9, 2001, 10.5, "0", -1]],
  ["outside", { ...orderRange.bandwidth, stock: 1500 }, [0, -100, 10_100, 100.5]],
  ["outside", taken, [MAX_TAKE + 1]],
  ["outside", opened, [maxOpenedIps + 1]],
  ["step", { ...orderRange.bandwidth, stock: 1500 }, [1, 50, 150, 1499]],
  ["stock", { ...orderRange.bandwidth, stock: 1500 }, [1600]],
  ["stock", { ...taken, stock: 5 }, ["6"]],
])("refused as %s", (why, range, all) => {
  expect(all.map((typed) => readQuantity(typed, range).why)).toEqual(all.map(() => why));
});
