/** Confirms money that arrived on the seller's bank account. */
import { confirmTransfer } from "../../../commerce/checkout/confirm.ts";
import type { Payment } from "../../../commerce/payment/store/payments.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Actor } from "../../../platform/audit/audit.ts";
import { lastOfSubject } from "../../../platform/audit/store.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
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

interface Part {
  name: string;
  cents: number;
  /** What had arrived when its part was decided on; null if that was not looked at. */
  seenCents: number | null;
}

const action = "payment.confirm";

/**
 * Two people who read the same bank statement must not both confirm a part of it: who saw less than
 * has arrived by now looks again, and who did not look is refused the sum that another has just
 * confirmed.
 * @throws ActRefused
 */
async function refuseTwice(
  tx: Tx,
  { cents, seenCents }: Part,
  { payment, actor }: { payment: Payment; actor: Actor },
): Promise<void> {
  const { id, receivedCents } = payment;
  const arrived = `${plainMoney(receivedCents)} have arrived by now`;
  if (seenCents !== null && seenCents !== receivedCents)
    throw new ActRefused(`${arrived}, not ${plainMoney(seenCents)}: look again`);
  if (seenCents !== null) return;
  const last = await lastOfSubject(tx, { action, subject: id, accountId: payment.accountId });
  const after = JSON.parse(last?.after ?? "{}") as { cents?: number };
  if (!last || last.actor === actor.name || after.cents !== cents) return;
  throw new ActRefused(
    `${last.actor} confirmed ${plainMoney(cents)} before, and ${arrived}; --seen ${receivedCents} confirms as much again`,
  );
}

export const confirmPayment = defineAct<Part, Confirmed>({
  action,
  run: async (services, tx, request, actor) => {
    const check = (payment: Payment) => refuseTwice(tx, request, { payment, actor });
    const payment = await confirmTransfer(services, tx, { ...request, check });
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
