/** What the withdrawal dialog computes itself before it calls the API. */
import { judgeWalletAddress } from "@turnpike/rules/wallet-address.ts";
import { admitWithdrawal, cryptoFee, type WithdrawalRates } from "@turnpike/rules/withdrawal.ts";
import type { ShareInfo } from "./share-info.ts";

export type Target = "balance" | "crypto";
/** The form's values; `amount` is in whole units. */
export interface WithdrawValues {
  target: Target;
  amount: number | string;
  walletAddress: string;
  contact: string;
}
export type AmountError =
  | "missing"
  | "notWholeCents"
  | "tooMuch"
  | "belowMinimum"
  | "nothingArrives";
export type AddressError = "enterWalletAddress" | "badWalletAddress" | "spacesInAddress";

/** Converts typed dollars to cents; null unless it is a whole number of cents. */
export function centsOf(dollars: number | string): number | null {
  const value = typeof dollars === "string" && dollars.trim() === "" ? Number.NaN : Number(dollars);
  const cents = Math.round(value * 100);
  const whole = Math.abs(value * 100 - cents) <= 1e-4;
  return Number.isSafeInteger(cents) && whole && cents > 0 ? cents : null;
}

/** What the installation asks of a withdrawal, as `/v1/shareInfo` says it. */
export type WithdrawalLimits = Pick<
  ShareInfo,
  "withdrawableCents" | "cryptoMinCents" | "feePercent" | "feeMinCents"
>;

const ratesOf = (limits: Omit<WithdrawalLimits, "withdrawableCents">): WithdrawalRates => ({
  withdrawMinCents: limits.cryptoMinCents,
  withdrawFeePercent: limits.feePercent,
  withdrawFeeMinCents: limits.feeMinCents,
});

/** The fee and what arrives, in cents, for an amount deducted from the profit. */
export function withdrawalPayout(target: Target, cents: number, limits: WithdrawalLimits) {
  const feeCents = target === "crypto" ? cryptoFee(cents, ratesOf(limits)) : 0;
  return { feeCents, arrivesCents: cents - feeCents };
}

/** What is wrong with the amount; null if nothing is. */
export function validateAmount(
  { target, amount }: WithdrawValues,
  limits: WithdrawalLimits,
): AmountError | null {
  const cents = centsOf(amount);
  if (cents === null) return Number(amount) > 0 ? "notWholeCents" : "missing";
  if (cents > limits.withdrawableCents) return "tooMuch";
  const rest = { contact: "-", walletAddress: "-" };
  if (isRefused("amountCents", { target, amount, ...rest }, limits)) {
    return "belowMinimum";
  }
  return withdrawalPayout(target, cents, limits).arrivesCents > 0 ? null : "nothingArrives";
}

/** What is wrong with the wallet's address; null if nothing is. */
export function validateAddress(
  values: WithdrawValues,
  limits: WithdrawalLimits,
): AddressError | null {
  if (values.target === "balance") return null;
  const walletAddress = values.walletAddress.trim();
  if (!walletAddress) return "enterWalletAddress";
  const checked = judgeWalletAddress(walletAddress);
  if (!checked.ok) return checked.why;
  return isRefused("walletAddress", { ...values, walletAddress, contact: "-" }, limits)
    ? "badWalletAddress"
    : null;
}

/** What is wrong with the contact; null if nothing is. */
export const validateContact = (values: WithdrawValues): "enterContact" | null =>
  values.target === "crypto" && !values.contact.trim() ? "enterContact" : null;

/** Whether the withdrawal rules (spec/affiliate#withdrawals) refuse this field. */
function isRefused(
  field: "amountCents" | "walletAddress",
  values: WithdrawValues,
  limits: WithdrawalLimits,
): boolean {
  const amountCents = centsOf(values.amount) ?? 0;
  const verdict = admitWithdrawal({ ...values, amountCents }, ratesOf(limits));
  return !verdict.ok && verdict.field === field;
}
