import { expect, it } from "vitest";
import { arrearsChange, refusedInArrears, trafficEndsAt } from "./arrears.ts";

it("Arrears begin with a debt, grow with another one, and end once all of it is paid", () => {
  expect(arrearsChange(0, 500)).toBe("began");
  expect(arrearsChange(500, 700)).toBe("grew");
  expect(arrearsChange(700, 0)).toBe("ended");
  expect([arrearsChange(0, 0), arrearsChange(700, 200), arrearsChange(5, 5)]).toEqual([
    null,
    null,
    null,
  ]);
});

it("Traffic goes on for 24 hours after the arrears began", () => {
  expect(trafficEndsAt(1_000)).toBe(86_401_000);
});

it("An account in arrears spends nothing; what is paid from outside stays possible", () => {
  expect(refusedInArrears("always", "card")).toBe(true);
  expect(refusedInArrears("always", undefined)).toBe(true);
  expect(refusedInArrears("byWallet", "wallet")).toBe(true);
  expect(refusedInArrears("byWallet", "card")).toBe(false);
  expect(refusedInArrears("byWallet", "crypto")).toBe(false);
  expect(refusedInArrears("byWallet", "coupon")).toBe(false);
});
