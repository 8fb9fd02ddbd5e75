import { expect, test } from "vitest";
import { parametersOf, thresholdOf, valuesOf } from "./alert-values.ts";

const none = { trafficGb: null, walletCents: null, expiryDays: null };

test("a disabled alert shows the suggested threshold and is sent as 0 (spec/accounts#alerts)", () => {
  const values = valuesOf({ email: true, thresholds: none });
  expect(values).toEqual({
    on: { traffic: false, wallet: false, expiry: false },
    at: { traffic: 1, wallet: 10, expiry: 7 },
    email: true,
  });
  const thresholds = { trafficGb: 0, walletCents: 0, expiryDays: 0 };
  expect(parametersOf(values)).toEqual({ thresholds, email: true });
});

test("saved thresholds are read and sent back unchanged: GB, cents as dollars, days", () => {
  const thresholds = { trafficGb: 2.125, walletCents: 1_999, expiryDays: 30 };
  const values = valuesOf({ email: false, thresholds });
  expect(values.at).toEqual({ traffic: 2.125, wallet: 19.99, expiry: 30 });
  expect(parametersOf(values)).toEqual({ thresholds, email: false });
});

test("a threshold is above 0 and within the contract's bounds", () => {
  const gb = [0, "", "x", 0.001, 0.0001, 1_000_000, 1_000_001].map((typed) =>
    thresholdOf("traffic", typed),
  );
  expect(gb).toEqual([undefined, undefined, undefined, 0.001, undefined, 1_000_000, undefined]);
  expect([0, 1, 90, 91, 1.5].map((days) => thresholdOf("expiry", days))).toEqual([
    undefined,
    1,
    90,
    undefined,
    undefined,
  ]);
  expect(thresholdOf("wallet", "0.29")).toBe(0.29);
  expect(thresholdOf("wallet", -5)).toBeUndefined();
});
