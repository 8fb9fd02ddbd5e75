import { expect, it } from "vitest";
import { arrearsChange, arrearsSince, refusedInArrears, trafficEndsAt } from "./arrears.ts";

it("Arrears begin with a debt, grow with a further debt, and end once all of it is paid", () => {
  expect(arrearsChange(0, 500)).toBe("began");
  expect(arrearsChange(500, 700)).toBe("grew");
  expect(arrearsChange(700, 0)).toBe("ended");
  expect([arrearsChange(0, 0), arrearsChange(700, 200), arrearsChange(5, 5)]).toEqual([
    null,
    null,
    null,
  ]);
});

it("Traffic continues for 24 hours after arrears begin", () => {
  expect(trafficEndsAt(1_000)).toBe(86_401_000);
});

it("Arrears continue if the payment that ended them is reversed; otherwise they begin anew", () => {
  const day = 86_400_000;
  const former = { since: day, endedAt: 2 * day };
  const of = (paidAt: number, bookedAt = 9) => ({ paidAt: paidAt * day, bookedAt: bookedAt * day });
  expect(arrearsSince(9 * day, null, [of(1)])).toBe(9 * day);
  expect(arrearsSince(9 * day, former, [of(0), of(3)])).toBe(9 * day);
  expect(arrearsSince(9 * day, former, [of(0), of(2)])).toBe(day);
  // Reversed before the arrears ended: they were really paid by then.
  expect(arrearsSince(9 * day, former, [of(1.5, 1.8)])).toBe(9 * day);
  // A new amount of a dispute ends arrears and starts them again.
  expect(arrearsSince(2 * day + 5, former, [])).toBe(day);
});

it("An account in arrears cannot spend its balance, but external payments remain possible", () => {
  expect(refusedInArrears("always", "card")).toBe(true);
  expect(refusedInArrears("always", undefined)).toBe(true);
  expect(refusedInArrears("byWallet", "wallet")).toBe(true);
  expect(refusedInArrears("byWallet", "card")).toBe(false);
  expect(refusedInArrears("byWallet", "crypto")).toBe(false);
  expect(refusedInArrears("byWallet", "coupon")).toBe(false);
});
