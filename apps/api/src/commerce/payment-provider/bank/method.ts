import type { PaymentMethod } from "../method.ts";
import { BANK, bankProvider } from "./bank.ts";

/** Money that staff see on the seller's bank account and confirm by hand. */
export const bank: PaymentMethod = {
  reversible: false,
  minCents: 1,
  // Transfers between banks take days.
  lifetimeMs: 14 * 86_400_000,
  referenceLength: 10,
  name: BANK,
  processor: null,
  settings: ["BANK_DETAILS"],
  moreSettings: [],
  hears: false,
  grows: false,
  open: (env) => (env.BANK_DETAILS ? bankProvider(env, env.BANK_DETAILS) : null),
  check: ({ BANK_DETAILS = "" }) => ({ found: BANK_DETAILS.split(",")[0] ?? "" }),
  probe: () => null,
};
