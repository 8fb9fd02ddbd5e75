/** What the withdrawal dialog computes itself before it calls the API. */
import { judgeWalletAddress } from "@turnpike/rules/wallet-address.ts";
import { cryptoFee, admitWithdrawal } from "@turnpike/rules/withdrawal.ts";

export type Target = "balance" | "crypto";
/** The form's values; `amount` is in dollars. */
export interface WithdrawValues {
  target: Target;
  amount: number | string;
  walletAddress: string;
  contact: string;
}
export type AmountFault =
  | "missing"
  | "notWholeCents"
  | "tooMuch"
  | "belowMinimum"
  | "nothingArrives";
export type AddressFault = "enterWalletAddress" | "badWalletAddress" | "spacesInAddress";

/** Converts typed dollars to cents; null unless it is a whole number of cents. */
export function centsOf(dollars: number | string): number | null {
  const value = typeof dollars === "string" && dollars.trim() === "" ? Number.NaN : Number(dollars);
  const cents = Math.round(value * 100);
  const whole = Math.abs(value * 100 - cents) <= 1e-4;
  return Number.isSafeInteger(cents) && whole && cents > 0 ? cents : null;
}

/** The fee and what arrives, in cents, for an amount deducted from the profit. */
export function whatArrives(target: Target, cents: number) {
  const feeCents = target === "crypto" ? cryptoFee(cents) : 0;
  return { feeCents, arrivesCents: cents - feeCents };
}

/** What is wrong with the amount; null if nothing is. */
export function amountFault(
  { target, amount }: WithdrawValues,
  withdrawableCents: number,
): AmountFault | null {
  const cents = centsOf(amount);
  if (cents === null) return Number(amount) > 0 ? "notWholeCents" : "missing";
  if (cents > withdrawableCents) return "tooMuch";
  if (faultOf("amountCents", { target, amount, contact: "-", walletAddress: "-" })) {
    return "belowMinimum";
  }
  return whatArrives(target, cents).arrivesCents > 0 ? null : "nothingArrives";
}

/** What is wrong with the wallet's address; null if nothing is. */
export function addressFault(values: WithdrawValues): AddressFault | null {
  if (values.target === "balance") return null;
  const walletAddress = values.walletAddress.trim();
  if (!walletAddress) return "enterWalletAddress";
  const checked = judgeWalletAddress(walletAddress);
  if (!checked.ok) return checked.why;
  return faultOf("walletAddress", { ...values, walletAddress, contact: "-" })
    ? "badWalletAddress"
    : null;
}

/** What is wrong with the contact; null if nothing is. */
export const contactFault = (values: WithdrawValues): "enterContact" | null =>
  values.target === "crypto" && !values.contact.trim() ? "enterContact" : null;

/** Whether the withdrawal rules (spec/affiliate#withdrawals) refuse this field. */
function faultOf(field: "amountCents" | "walletAddress", values: WithdrawValues): boolean {
  const amountCents = centsOf(values.amount) ?? 0;
  const verdict = admitWithdrawal({ ...values, amountCents });
  return !verdict.ok && verdict.field === field;
}
