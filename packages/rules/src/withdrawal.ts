/** Withdrawals of affiliate profit (spec/affiliate#withdrawals). */
import { type Cents, percentOf } from "./money.ts";

/** $30; there is no minimum for the account balance (spec/affiliate#withdrawals). */
export const cryptoMinCents = 3000;
/** Covers network fees and our work; deducted from the amount. */
export const feePercent = 2;
export const feeMinCents = 100;

export interface WithdrawalInput {
  amountCents: Cents;
  target: "balance" | "crypto";
  contact: string;
  walletAddress: string;
}
export type WithdrawalVerdict =
  | { ok: true; feeCents: Cents }
  | {
      ok: false;
      why: "withdrawalBelowMinimum" | "enterContact" | "enterWalletAddress" | "badWalletAddress";
      field: "amountCents" | "contact" | "walletAddress";
    };

/**
 * Address formats vary by network, and include short names: letters, digits and a few symbols.
 * Common obvious mistakes are reported when the address is typed (wallet-address.ts); whether it
 * exists is only known when it is paid.
 */
const isWalletAddress = (text: string) => /^[A-Za-z0-9][A-Za-z0-9.:_@-]{5,119}$/.test(text);

/** Returns the fee of a crypto withdrawal, deducted from the amount. */
export function cryptoFee(amountCents: Cents): Cents {
  return Math.min(amountCents, Math.max(feeMinCents, percentOf(amountCents, feePercent)));
}

/** Checks a withdrawal request, whatever the available amount. */
export function admitWithdrawal(request: WithdrawalInput): WithdrawalVerdict {
  const { amountCents, target, contact, walletAddress } = request;
  if (target === "balance") return { ok: true, feeCents: 0 };
  if (amountCents < cryptoMinCents)
    return { ok: false, why: "withdrawalBelowMinimum", field: "amountCents" };
  if (!contact) return { ok: false, why: "enterContact", field: "contact" };
  if (!walletAddress) return { ok: false, why: "enterWalletAddress", field: "walletAddress" };
  if (!isWalletAddress(walletAddress))
    return { ok: false, why: "badWalletAddress", field: "walletAddress" };
  return { ok: true, feeCents: cryptoFee(amountCents) };
}
