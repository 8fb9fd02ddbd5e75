/** Bank transfers: our own page says where to pay; nothing reports to us, staff confirm. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { payAddress } from "../addresses.ts";
import type { PaymentProvider } from "../provider.ts";
import { transferPage } from "./page.ts";

export const BANK = "bank";

export function bankProvider(env: Environment, details: string): PaymentProvider {
  const lines = details.split(",").map((line) => line.trim());
  return {
    name: BANK,
    payUrl: (paymentId) => payAddress(env, paymentId),
    pages: null,
    show: (transfer) => transferPage(transfer, lines),
    webhook: null,
    // Staff send the money by the seller's bank; the refund says how much.
    refund: async ({ refundId }) => ({ ref: refundId, claimUrl: null }),
  };
}
