import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specifiedRates } from "./rates.ts";
import { cryptoFee, admitWithdrawal } from "./withdrawal.ts";

const feeOf = (cents: number) => cryptoFee(cents, specifiedRates);
const crypto = {
  amountCents: 3000,
  target: "crypto",
  contact: "me@example.com",
  walletAddress: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
} as const;

describe("Withdrawal needs amount, wallet address and contact (spec/affiliate#withdrawals)", () => {
  it.each([
    [{}, { ok: true, feeCents: 100 }],
    [{ amountCents: 2999 }, { ok: false, why: "withdrawalBelowMinimum", field: "amountCents" }],
    [{ contact: "" }, { ok: false, why: "enterContact", field: "contact" }],
    [{ walletAddress: "" }, { ok: false, why: "enterWalletAddress", field: "walletAddress" }],
    [{ walletAddress: "x y" }, { ok: false, why: "badWalletAddress", field: "walletAddress" }],
    [{ walletAddress: "=cmd()" }, { ok: false, why: "badWalletAddress", field: "walletAddress" }],
    [{ walletAddress: "vitalik.eth" }, { ok: true, feeCents: 100 }],
    [{ walletAddress: "bitcoincash:qpm2qsznhks23z7629mms6s4" }, { ok: true, feeCents: 100 }],
  ])("in crypto: %j returns %j", (given, verdict) => {
    expect(admitWithdrawal({ ...crypto, ...given }, specifiedRates)).toEqual(verdict);
  });

  it("no minimum and no fee for withdrawal to the account balance", () => {
    const balance = { amountCents: 1, target: "balance", contact: "", walletAddress: "" } as const;
    expect(admitWithdrawal(balance, specifiedRates)).toEqual({ ok: true, feeCents: 0 });
  });
});

it("The fee is 2 %, at least a dollar, and never above the amount (docs/gaps/affiliate.md)", () => {
  expect([3000, 5000, 5001, 5025, 100_000].map(feeOf)).toEqual([100, 100, 100, 101, 2000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (cents) => {
      const fee = feeOf(cents);
      expect(Number.isSafeInteger(fee) && fee >= 0 && fee <= cents).toBe(true);
      expect(feeOf(cents + 1)).toBeGreaterThanOrEqual(fee);
    }),
  );
});
