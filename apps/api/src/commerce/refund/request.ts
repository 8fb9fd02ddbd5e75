/**
 * Refunds requested by the operator (spec/operator#commands), for an order number or a payment id.
 */
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { findByOrderNo } from "../order/store.ts";
import type { Services } from "../../platform/services.ts";
import { bookRefund, AlreadyUsedError } from "./book.ts";
import { refundableMoney, type Scope } from "./breakdown.ts";
import type { Refund } from "./store/refunds.ts";
import { lockRefundSubject, type RefundSubject } from "./subject.ts";

export interface RefundRequest {
  /** An order number or a payment id. */
  name: string;
  /** Null to refund all that is left. */
  cents: number | null;
  /** A command may give none. */
  reason?: string | undefined;
}
export interface RefundResult {
  refund: Refund;
  /** The asset taken back: the order's, the wallet for a recharge, or seconds of a plan. */
  asset: string;
  /** Who gets the money. */
  to: PayMethod | "nobody";
}

/**
 * Books a refund of all that is left, or of `cents`; refunds of outside payments are then due
 * to be sent.
 * @throws ActRefused with a sentence for the operator if it is not possible
 */
export async function requestRefund(
  services: Services,
  tx: Tx,
  request: RefundRequest,
): Promise<RefundResult> {
  const { name, cents, reason = "" } = request;
  const { subject, scope } = await lockNamedSubject(services, tx, name);
  const left = refundableMoney(subject, scope);
  const most = left.soldCents + left.surplusCents + left.unclaimedCents;
  if (cents !== null && cents > most) {
    throw new ActRefused(`${name}: at most ${plainMoney(most)} can still be refunded`);
  }
  const { order, payment, closed } = subject;
  if (closed && order?.method === "wallet") {
    throw new ActRefused(`${name}: its account was closed by its holder, and its wallet with it`);
  }
  const kind = "refund";
  const options = {
    id: services.world.id(),
    cents,
    scope,
    kind,
    reason,
    providerRef: null,
  } as const;
  const due = payment !== null;
  try {
    const how = { strict: true, goodsOwed: false, due } as const;
    const refund = await bookRefund(services, tx, subject, { ...options, ...how });
    if (!refund) throw new ActRefused(`${name}: nothing of it is left to refund`);
    const paidBy = order?.amountCents === 0 ? "nobody" : "wallet";
    return { refund, asset: assetOf(order), to: payment?.method ?? paidBy };
  } catch (error) {
    if (!(error instanceof AlreadyUsedError)) throw error;
    const why = `${name}: a part of what it would take back was used already`;
    throw new ActRefused(`${why}; a whole refund takes back what is left`, { cause: error });
  }
}

function assetOf(order: RefundSubject["order"]): string {
  return order ? (order.asset ?? "planSeconds") : "wallet";
}

/** Locks the order or payment that the operator named; throws if there is none. */
async function lockNamedSubject(
  services: Services,
  tx: Tx,
  name: string,
): Promise<{ subject: RefundSubject; scope: Scope }> {
  const order = isUuid(name) ? null : await findByOrderNo(tx, name);
  const scope = order ? "order" : "all";
  const of = { orderId: order?.id ?? null, paymentId: isUuid(name) ? name : null };
  const subject = order || of.paymentId !== null ? await lockRefundSubject(services, tx, of) : null;
  if (!subject) throw new ActRefused(`there is no order or payment ${name}`);
  const paid = subject.payment ? subject.payment.creditedCents > 0 : subject.order !== null;
  if (!paid || (order && !subject.order)) throw new ActRefused(`${name} was never paid`);
  return { subject, scope };
}
