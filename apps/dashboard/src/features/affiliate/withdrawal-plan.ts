/** What the withdrawal dialog works out by itself before it asks. */
import { judgeWalletAddress } from "@turnpike/rules/wallet-address.ts";
import { cryptoFee, admitWithdrawal } from "@turnpike/rules/withdrawal.ts";

export type Target = "balance" | "crypto";
/** What is typed; `amount` in dollars. */
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

/** Cents of typed dollars; null where it is no amount in whole cents. */
export function centsOf(dollars: number | string): number | null {
  const value = typeof dollars === "string" && dollars.trim() === "" ? Number.NaN : Number(dollars);
  const cents = Math.round(value * 100);
  const whole = Math.abs(value * 100 - cents) <= 1e-4;
  return Number.isSafeInteger(cents) && whole && cents > 0 ? cents : null;
}

/** Fee and what arrives, in cents, of an amount that leaves the profit. */
export function whatArrives(target: Target, cents: number) {
  const feeCents = target === "crypto" ? cryptoFee(cents) : 0;
  return { feeCents, arrivesCents: cents - feeCents };
}

/** What is wrong with the amount; null where nothing is. */
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

/** What is wrong with the wallet's address. */
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

/** What is wrong with the way to reach the person. */
export const contactFault = (values: WithdrawValues): "enterContact" | null =>
  values.target === "crypto" && !values.contact.trim() ? "enterContact" : null;

/** Whether the rule (spec/affiliate#withdrawals) refuses this field. */
function faultOf(field: "amountCents" | "walletAddress", values: WithdrawValues): boolean {
  const amountCents = centsOf(values.amount) ?? 0;
  const verdict = admitWithdrawal({ ...values, amountCents });
  return !verdict.ok && verdict.field === field;
}
