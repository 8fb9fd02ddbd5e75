/**
 * What Stripe's events say of a payment. They come in any order, late and twice: refunds and disputes
 * are read afresh, so that an old event tells what holds now.
 */
import type { Stripe } from "stripe";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Told } from "./provider.ts";
import { idOf, orMissing } from "./stripe-api.ts";

/** What an event needs to be understood. */
export interface Means {
  stripe: Stripe;
  /** The payment whose money Stripe calls so, from our own books. */
  paymentOf: (charge: string) => Promise<string | null>;
  /** Writes into the log what somebody should look at. */
  warn: (what: string, facts: Record<string, unknown>) => void;
}

/** Payments that an event is about, and what it says of them; nothing where it is none of ours. */
export async function tellEvent(means: Means, event: Stripe.Event): Promise<Told[]> {
  const { type, data } = event;
  if (type === "checkout.session.completed" || type === "checkout.session.async_payment_succeeded")
    return tellPaid(means, data.object);
  if (type === "checkout.session.async_payment_failed") return tellFailure(data.object);
  // A session that expired ends nothing: the payment is open until its own time is over.
  if (type === "checkout.session.expired") return [];
  if (type === "charge.refunded") return tellRefundsOf(means, data.object);
  if (
    type === "refund.created" ||
    type === "refund.updated" ||
    type === "refund.failed" ||
    type === "charge.refund.updated"
  )
    return tellRefund(means, await means.stripe.refunds.retrieve(data.object.id));
  if (type === "charge.dispute.funds_withdrawn" || type === "charge.dispute.funds_reinstated")
    return tellDispute(means, await means.stripe.disputes.retrieve(data.object.id));
  return [];
}

/** The payment whose page an event is about; null where it is about no page of ours. */
export function pageOfEvent({ type, data }: Stripe.Event): string | null {
  const isPage =
    type === "checkout.session.completed" ||
    type === "checkout.session.expired" ||
    type === "checkout.session.async_payment_succeeded" ||
    type === "checkout.session.async_payment_failed";
  return isPage ? paymentOfSession(data.object) : null;
}

/** Only what we made bears our id there: the customer can choose client_reference_id of a link. */
function paymentOfSession({ metadata, mode }: Stripe.Checkout.Session): string | null {
  const id = mode === "payment" ? metadata?.["paymentId"] : undefined;
  return id !== undefined && isUuid(id) ? id : null;
}

function tellPaid(means: Means, session: Stripe.Checkout.Session): Told[] {
  const { id, currency, metadata, payment_status: status } = session;
  if (status === "paid" && currency !== "usd")
    means.warn("a payment in another currency", { session: id, currency, metadata });
  return tellSession(session);
}

/** A session whose money is there; the page is closed then, so what came is all that will. */
export function tellSession(session: Stripe.Checkout.Session): Told[] {
  const paymentId = paymentOfSession(session);
  const { id, amount_total: receivedCents, currency, payment_status: status } = session;
  if (paymentId === null || status !== "paid" || currency !== "usd" || !receivedCents) return [];
  const charge = idOf(session.payment_intent);
  return [{ id: `${id} paid`, paymentId, charge, news: { what: "settled", receivedCents } }];
}

function tellFailure(session: Stripe.Checkout.Session): Told[] {
  const paymentId = paymentOfSession(session);
  return paymentId ? [{ id: `${session.id} failed`, paymentId, news: { what: "failed" } }] : [];
}

const MOST_REFUNDS = 100;

/** All refunds of a charge: the event itself names only their sum. */
async function tellRefundsOf(means: Means, charge: Stripe.Charge): Promise<Told[]> {
  const { data } = await means.stripe.refunds.list({ charge: charge.id, limit: MOST_REFUNDS });
  const told: Told[] = [];
  for (const refund of data) told.push(...(await tellRefund(means, refund)));
  return told;
}

async function tellRefund(means: Means, refund: Stripe.Refund): Promise<Told[]> {
  const { id: ref, amount, currency, status, metadata } = refund;
  const paymentId = await paymentOfMoney(means, refund);
  if (paymentId === null) return [];
  const named = metadata?.["refundId"];
  const ours = named !== undefined && isUuid(named) ? named : null;
  if (status === "failed" || status === "canceled")
    return [{ id: `${ref} undone`, paymentId, news: { what: "refundUndone", ref, ours } }];
  if (currency !== "usd") {
    means.warn("a refund in another currency", { paymentId, refund: ref, currency, amount });
    return [];
  }
  const news = { what: "refunded", refund: { ref, cents: amount, kind: "refund", ours } } as const;
  return [{ id: `${ref} refunded`, paymentId, news }];
}

async function tellDispute(means: Means, dispute: Stripe.Dispute): Promise<Told[]> {
  const { id: ref, amount, currency, status } = dispute;
  const paymentId = await paymentOfMoney(means, dispute);
  if (paymentId === null) return [];
  if (status === "won")
    return [{ id: `${ref} undone`, paymentId, news: { what: "refundUndone", ref } }];
  const cents = currency === "usd" ? amount : null;
  const news = { what: "refunded", refund: { ref, cents, kind: "dispute", ours: null } } as const;
  return [{ id: `${ref} withdrawn`, paymentId, news }];
}

/** By our books first; money whose payment has not been told yet bears our id at Stripe. */
async function paymentOfMoney(
  means: Means,
  money: Pick<Stripe.Refund | Stripe.Dispute, "payment_intent" | "charge">,
): Promise<string | null> {
  const intent = idOf(money.payment_intent) ?? (await intentOf(means, idOf(money.charge)));
  if (intent === null) return null;
  const known = await means.paymentOf(intent);
  if (known) return known;
  const found = await orMissing(means.stripe.paymentIntents.retrieve(intent));
  const id = found?.metadata["paymentId"];
  return id !== undefined && isUuid(id) ? id : null;
}

async function intentOf({ stripe }: Means, charge: string | null): Promise<string | null> {
  const found = charge === null ? null : await orMissing(stripe.charges.retrieve(charge));
  return idOf(found?.payment_intent);
}
