/** Withdrawals of affiliate profit (spec/affiliate#withdrawals). */
import { type Cents, percentOf } from "./money.ts";
import type { Rates } from "./rates.ts";

/** The rates of a withdrawal in crypto; one to the account balance has no minimum and no fee. */
export type WithdrawalRates = Pick<
  Rates,
  "withdrawMinCents" | "withdrawFeePercent" | "withdrawFeeMinCents"
>;

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
export function cryptoFee(
  amountCents: Cents,
  rates: Pick<WithdrawalRates, "withdrawFeePercent" | "withdrawFeeMinCents">,
): Cents {
  const fee = percentOf(amountCents, rates.withdrawFeePercent);
  return Math.min(amountCents, Math.max(rates.withdrawFeeMinCents, fee));
}

/** Checks a withdrawal request, whatever the available amount. */
export function admitWithdrawal(
  request: WithdrawalInput,
  rates: WithdrawalRates,
): WithdrawalVerdict {
  const { amountCents, target, contact, walletAddress } = request;
  if (target === "balance") return { ok: true, feeCents: 0 };
  if (amountCents < rates.withdrawMinCents)
    return { ok: false, why: "withdrawalBelowMinimum", field: "amountCents" };
  if (!contact) return { ok: false, why: "enterContact", field: "contact" };
  if (!walletAddress) return { ok: false, why: "enterWalletAddress", field: "walletAddress" };
  if (!isWalletAddress(walletAddress))
    return { ok: false, why: "badWalletAddress", field: "walletAddress" };
  return { ok: true, feeCents: cryptoFee(amountCents, rates) };
}
