/** Confirms money that arrived on the seller's bank account. */
import { confirmTransfer } from "../../../commerce/checkout/confirm.ts";
import { defineAct } from "./act.ts";

export interface Confirmed {
  id: string;
  reference: string | null;
  status: string;
  amountCents: number;
  receivedCents: number;
  creditedCents: number;
  /** What arrived beyond the amount; it is noted, and not credited. */
  surplusCents: number;
}

export const confirmPayment = defineAct<{ name: string; cents: number }, Confirmed>({
  action: "payment.confirm",
  run: async (services, tx, request) => {
    const payment = await confirmTransfer(services, tx, request);
    const { id, accountId, status, amountCents, receivedCents, creditedCents } = payment;
    const surplusCents = Math.max(0, receivedCents - amountCents);
    const sums = { status, amountCents, receivedCents, creditedCents, surplusCents };
    return {
      result: { id, reference: payment.providerRef, ...sums },
      subject: id,
      accountId,
      after: { cents: request.cents, ...sums },
    };
  },
});
