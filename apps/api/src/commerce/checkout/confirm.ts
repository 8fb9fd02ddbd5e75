/** Money that staff saw on the seller's bank account (spec/money#bank-transfers). */
import { kindOfMethod } from "@turnpike/rules/payment-method.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { findByReference } from "../payment/store/pages.ts";
import { findPayment, lockPayment, type Payment } from "../payment/store/payments.ts";
import { lockForRefund } from "../refund/reported.ts";
import { applyEventIn } from "./settle.ts";

/** A payment's id, or the reference as a bank statement writes it: spaces and case do not count. */
async function findNamed(tx: Tx, name: string): Promise<Payment | null> {
  const asGiven = () => name.replaceAll(/[^a-z\d]/gi, "").toUpperCase();
  const id = isUuid(name) ? name : await findByReference(tx, asGiven());
  const found = id === null ? null : await findPayment(tx, id);
  return found && kindOfMethod[found.method] === "bank" ? found : null;
}

export interface NewPart {
  name: string;
  cents: number;
  /** Refuses a part that was confirmed already; the payment is locked. */
  check: (locked: Payment) => Promise<void>;
}

/**
 * Adds a part that arrived. The parts are credited once, as soon as they are the whole amount; what
 * is more is noted as a surplus, also after that.
 * @throws ActRefused if there is no such payment, or what `check` throws
 */
export async function confirmTransfer(
  services: Services,
  tx: Tx,
  { name, cents, check }: NewPart,
): Promise<Payment> {
  const found = await findNamed(tx, name);
  if (!found) throw new ActRefused(`there is no bank payment ${name}`);
  const { id: paymentId, provider } = found;
  // In the order of all events: what a refund touches, the account, the payment.
  await lockForRefund(services, tx, paymentId, { what: "received", receivedCents: 0 });
  await lockAccount(tx, found.accountId);
  const before = await lockPayment(tx, paymentId);
  if (before) await check(before);
  const receivedCents = (before?.receivedCents ?? 0) + cents;
  const id = `${paymentId} part ${services.world.id()}`;
  const update = { what: "received", receivedCents } as const;
  await applyEventIn(services, tx, { id, provider, paymentId, update });
  return (await findPayment(tx, paymentId)) ?? found;
}
