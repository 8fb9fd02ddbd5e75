import { expect, it } from "vitest";
import {
  validateAddress,
  validateAmount,
  centsOf,
  validateContact,
  withdrawalPayout,
} from "./withdrawal-plan.ts";
import type { WithdrawValues } from "./withdrawal-plan.ts";

const limitsOf = (withdrawableCents: number) => ({
  withdrawableCents,
  cryptoMinCents: 3_000,
  feePercent: 2,
  feeMinCents: 100,
});
const limits = limitsOf(5_000);

const values = (given: Partial<WithdrawValues>): WithdrawValues => ({
  target: "crypto",
  amount: 30,
  walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  contact: "me@example.com",
  ...given,
});

it("the typed amount is read as whole cents", () => {
  expect([30, "30", 30.01, 0.29, "1234.5"].map(centsOf)).toEqual([3000, 3000, 3001, 29, 123_450]);
  expect(["", " ", "-", -1, 0, 1.005, "x", 1e20].map(centsOf)).toEqual(Array(8).fill(null));
});

it.each([
  [{ amount: 29.99 }, 5000, "belowMinimum"],
  [{ amount: 30 }, 5000, null],
  [{ amount: 50.01 }, 5000, "tooMuch"],
  [{ amount: 0.01, target: "balance" }, 5000, null],
  [{ amount: 0.01, target: "balance" }, 0, "tooMuch"],
  [{ amount: 1, target: "balance" }, -500, "tooMuch"],
  [{ amount: "" }, 5000, "missing"],
  [{ amount: 31.005 }, 5000, "notWholeCents"],
] as const)(
  "crypto needs at least $30, the balance has no minimum (spec/affiliate#withdrawals): %j of %i: %s",
  (given, most, fault) => {
    expect(validateAmount(values(given), limitsOf(most))).toBe(fault);
  },
);

it("wallet address and contact are required for crypto, not for the balance", () => {
  const none = { walletAddress: " ", contact: " " };
  expect(validateAddress(values(none), limits)).toBe("enterWalletAddress");
  expect(validateContact(values(none))).toBe("enterContact");
  expect(validateAddress(values({ ...none, target: "balance" }), limits)).toBeNull();
  expect(validateContact(values({ ...none, target: "balance" }))).toBeNull();
});

it("a wallet address with an obvious mistake is refused", () => {
  expect(validateAddress(values({}), limits)).toBeNull();
  expect(validateAddress(values({ walletAddress: "0x529084" }), limits)).toBe("badWalletAddress");
  expect(validateAddress(values({ walletAddress: "=cmd()" }), limits)).toBe("badWalletAddress");
  expect(validateAddress(values({ walletAddress: "0x5290 8400" }), limits)).toBe("spacesInAddress");
});

it("the fee is deducted from the amount", () => {
  const { feeCents, arrivesCents } = withdrawalPayout("crypto", 10_000, limits);
  expect(feeCents).toBeGreaterThan(0);
  expect(feeCents + arrivesCents).toBe(10_000);
  expect(withdrawalPayout("balance", 1, limits)).toEqual({ feeCents: 0, arrivesCents: 1 });
});

it("minimum and fee are those of the installation (spec/money#rates)", () => {
  const own = { ...limits, cryptoMinCents: 1_000, feePercent: 50, feeMinCents: 0 };
  expect(validateAmount(values({ amount: 10 }), own)).toBeNull();
  expect(withdrawalPayout("crypto", 1_000, own)).toEqual({ feeCents: 500, arrivesCents: 500 });
});
