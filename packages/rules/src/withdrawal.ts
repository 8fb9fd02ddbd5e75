/** Withdrawals of profit (spec/affiliate#withdrawals). */
import { type Cents, percentOf } from "./money.ts";

/** $30; none to the account balance (spec/affiliate#withdrawals). */
export const cryptoMinCents = 3000;
/** The network's price of sending coins, and our work: out of the amount. */
export const feePercent = 2;
export const feeMinCents = 100;

export interface WithdrawalAsked {
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
 * Networks spell addresses in many ways, short names among them: letters, digits and a few signs.
 * Obvious mistakes of the usual kinds are told where the address is typed (wallet-address.ts);
 * whether it exists is seen when it is paid.
 */
const isWalletAddress = (text: string) => /^[A-Za-z0-9][A-Za-z0-9.:_@-]{5,119}$/.test(text);

/** The fee of a withdrawal in crypto; it comes out of the amount. */
export function cryptoFee(amountCents: Cents): Cents {
  return Math.min(amountCents, Math.max(feeMinCents, percentOf(amountCents, feePercent)));
}

/** Whether a withdrawal may be asked for, whatever there is to withdraw. */
export function admitWithdrawal(asked: WithdrawalAsked): WithdrawalVerdict {
  const { amountCents, target, contact, walletAddress } = asked;
  if (target === "balance") return { ok: true, feeCents: 0 };
  if (amountCents < cryptoMinCents)
    return { ok: false, why: "withdrawalBelowMinimum", field: "amountCents" };
  if (!contact) return { ok: false, why: "enterContact", field: "contact" };
  if (!walletAddress) return { ok: false, why: "enterWalletAddress", field: "walletAddress" };
  if (!isWalletAddress(walletAddress))
    return { ok: false, why: "badWalletAddress", field: "walletAddress" };
  return { ok: true, feeCents: cryptoFee(amountCents) };
}
