/**
 * Translates Stripe's events. They arrive in any order, late and twice: refunds and disputes are
 * fetched again, so that an old event leads to the current state.
 */
import { currency as installationCurrency } from "@turnpike/locales/money.ts";
import type { Stripe } from "stripe";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { ProviderEvent } from "../provider.ts";
import { idOf, nullIfMissing } from "./stripe-api.ts";
import type { DisputeState, ReportedDispute } from "@turnpike/rules/dispute.ts";

/** As Stripe writes it. */
const ownCurrency = () => installationCurrency().toLowerCase();

/** Our states for Stripe's dispute statuses. */
const states: Record<string, DisputeState> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiryClosed",
  needs_response: "open",
  under_review: "underReview",
  won: "won",
  lost: "lost",
  prevented: "prevented",
  appeal_needs_response: "appealed",
  appeal_under_review: "appealed",
};

/** Texts that Stripe's types promise and nothing depends on. */
type MayLack<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** Null if Stripe's status is unknown to us. */
function reportedDispute(dispute: MayLack<Stripe.Dispute, "reason">): ReportedDispute | null {
  const { id: ref, amount, currency, reason = "", evidence_details: evidence } = dispute;
  const state = states[dispute.status];
  if (!state) return null;
  const cents = currency === ownCurrency() ? amount : null;
  const dueSeconds = evidence?.due_by ?? null;
  const dueAt = dueSeconds === null ? null : dueSeconds * 1_000;
  return { ref, state, cents, withdrawnCents: withdrawnCents(dispute, cents), reason, dueAt };
}

/**
 * What Stripe has withdrawn and not reinstated; while it is open, a dispute of a partly refunded
 * payment may return a part. Null if no movement is listed yet. If a movement is in another currency,
 * returns `cents`, the whole disputed amount.
 */
function withdrawnCents(
  { balance_transactions: transactions }: Pick<Stripe.Dispute, "balance_transactions">,
  cents: number | null,
) {
  if (!Array.isArray(transactions) || transactions.length === 0) return null;
  const withdrawn = -transactions.reduce((sum, { amount }) => sum + amount, 0);
  if (withdrawn <= 0) return 0;
  return cents !== null && transactions.every(({ currency }) => currency === ownCurrency())
    ? withdrawn
    : cents;
}

/** What translating an event needs. */
export interface EventContext {
  stripe: Stripe;
  /** Finds the payment with this charge in our own books. */
  paymentOf: (charge: string) => Promise<string | null>;
  /** Logs something that the operator should look at. */
  warn: (message: string, details: Record<string, unknown>) => void;
}

/** Translates a Stripe event into ours; returns none if it is about no payment of ours. */
export async function translateEvent(
  context: EventContext,
  event: Stripe.Event,
): Promise<ProviderEvent[]> {
  const { type, data } = event;
  if (type === "checkout.session.completed" || type === "checkout.session.async_payment_succeeded")
    return paidEvents(context, data.object);
  if (type === "checkout.session.async_payment_failed") return failureEvents(data.object);
  if (type === "payment_intent.succeeded") return chargeEvents(data.object);
  // An expired session ends nothing: the payment stays open until it expires itself.
  if (type === "checkout.session.expired") return [];
  if (type === "charge.refunded") return chargeRefundEvents(context, data.object);
  if (
    type === "refund.created" ||
    type === "refund.updated" ||
    type === "refund.failed" ||
    type === "charge.refund.updated"
  )
    return refundEvents(context, await context.stripe.refunds.retrieve(data.object.id));
  if (
    type === "charge.dispute.created" ||
    type === "charge.dispute.updated" ||
    type === "charge.dispute.closed" ||
    type === "charge.dispute.funds_withdrawn" ||
    type === "charge.dispute.funds_reinstated"
  )
    return disputeEvents(context, await context.stripe.disputes.retrieve(data.object.id));
  if (type === "radar.early_fraud_warning.created") return fraudWarningEvents(context, data.object);
  return [];
}

/**
 * The payer of a charge: the fingerprint that Stripe gives a card or bank account, and its country.
 * Null if the event is not a charge of ours, or if its payment method has no fingerprint.
 */
export function payerOfEvent(
  event: Stripe.Event,
): { paymentId: string; payer: string; country: string | null } | null {
  if (event.type !== "charge.succeeded") return null;
  const { metadata, payment_method_details: details } = event.data.object;
  const paymentId = metadata["paymentId"];
  const methodDetails = details && (details as unknown as Record<string, unknown>)[details.type];
  const found = methodDetails as { fingerprint?: unknown; country?: unknown } | null | undefined;
  const payer = found?.fingerprint;
  const country = typeof found?.country === "string" ? found.country : null;
  if (paymentId === undefined || !isUuid(paymentId) || typeof payer !== "string") return null;
  return { paymentId, payer, country };
}

/** The payment whose page an event is about; null if it is not a page of ours. */
export function pageOfEvent({ type, data }: Stripe.Event): string | null {
  const isPage =
    type === "checkout.session.completed" ||
    type === "checkout.session.expired" ||
    type === "checkout.session.async_payment_succeeded" ||
    type === "checkout.session.async_payment_failed";
  return isPage ? paymentOfSession(data.object) : null;
}

/** The setup of a page at which a card was entered; null if the event is of something else. */
export function cardSetupOfEvent({ type, data }: Stripe.Event): string | null {
  if (type !== "checkout.session.completed" || data.object.mode !== "setup") return null;
  return data.object.metadata?.["cardSetup"] ?? null;
}

/** Reads the id from metadata, as customers can choose a link's client_reference_id. */
function paymentOfSession({ metadata, mode }: Stripe.Checkout.Session): string | null {
  const id = mode === "payment" ? metadata?.["paymentId"] : undefined;
  return id !== undefined && isUuid(id) ? id : null;
}

function paidEvents(context: EventContext, session: Stripe.Checkout.Session): ProviderEvent[] {
  const { id, currency, metadata, payment_status: status } = session;
  if (status === "paid" && currency !== ownCurrency())
    context.warn("payment ignored: not in the installation's currency", {
      session: id,
      currency,
      metadata,
    });
  return sessionEvents(session);
}

/** A paid session is closed, so the amount received is final. */
export function sessionEvents(session: Stripe.Checkout.Session): ProviderEvent[] {
  const paymentId = paymentOfSession(session);
  const { id, amount_total: receivedCents, currency, payment_status: status } = session;
  if (paymentId === null || status !== "paid" || currency !== ownCurrency() || !receivedCents)
    return [];
  const charge = idOf(session.payment_intent);
  return [{ id: `${id} paid`, paymentId, charge, update: { what: "settled", receivedCents } }];
}

/** A saved card was charged without its holder; other intents are told by their sessions. */
export function chargeEvents({
  id,
  amount_received: receivedCents,
  currency,
  metadata,
}: Stripe.PaymentIntent): ProviderEvent[] {
  const paymentId = metadata["paymentId"];
  const isOurs = paymentId !== undefined && isUuid(paymentId) && metadata["topUp"] === "1";
  if (!isOurs || currency !== ownCurrency() || receivedCents <= 0) return [];
  const update = { what: "settled", receivedCents } as const;
  return [{ id: `${id} paid`, paymentId, charge: id, update }];
}

function failureEvents(session: Stripe.Checkout.Session): ProviderEvent[] {
  const paymentId = paymentOfSession(session);
  return paymentId ? [{ id: `${session.id} failed`, paymentId, update: { what: "failed" } }] : [];
}

const MAX_REFUNDS = 100;

/** Events for all refunds of a charge: the Stripe event itself only has their sum. */
async function chargeRefundEvents(
  context: EventContext,
  charge: Stripe.Charge,
): Promise<ProviderEvent[]> {
  const { data } = await context.stripe.refunds.list({ charge: charge.id, limit: MAX_REFUNDS });
  const events: ProviderEvent[] = [];
  for (const refund of data) events.push(...(await refundEvents(context, refund)));
  return events;
}

async function refundEvents(
  context: EventContext,
  refund: Stripe.Refund,
): Promise<ProviderEvent[]> {
  const { id: ref, amount, currency, status, metadata } = refund;
  const paymentId = await paymentOfMoney(context, refund);
  if (paymentId === null) return [];
  const refundId = metadata?.["refundId"];
  const ours = refundId !== undefined && isUuid(refundId) ? refundId : null;
  if (status === "failed" || status === "canceled")
    return [{ id: `${ref} undone`, paymentId, update: { what: "refundUndone", ref, ours } }];
  if (currency !== ownCurrency()) {
    context.warn("refund ignored: not in the installation's currency", {
      paymentId,
      refund: ref,
      currency,
      amount,
    });
    return [];
  }
  const update = {
    what: "refunded",
    refund: { ref, cents: amount, ours },
  } as const;
  return [{ id: `${ref} refunded`, paymentId, update }];
}

async function disputeEvents(
  context: EventContext,
  dispute: Stripe.Dispute,
): Promise<ProviderEvent[]> {
  const paymentId = await paymentOfMoney(context, dispute);
  if (paymentId === null) return [];
  const { id: ref, status } = dispute;
  const reported = reportedDispute(dispute);
  if (reported) return [{ id: ref, paymentId, update: { what: "disputed", dispute: reported } }];
  context.warn("dispute ignored: unknown status", { paymentId, dispute: ref, status });
  return [];
}

async function fraudWarningEvents(
  context: EventContext,
  warning: MayLack<Stripe.Radar.EarlyFraudWarning, "fraud_type">,
): Promise<ProviderEvent[]> {
  const { id: ref, charge, payment_intent: intent = null, fraud_type: reason = "" } = warning;
  const paymentId = await paymentOfMoney(context, { charge, payment_intent: intent });
  return paymentId ? [{ id: ref, paymentId, update: { what: "fraudWarning", ref, reason } }] : [];
}

/** Looks in our books first, then for our id at Stripe: a payment may not be reported yet. */
async function paymentOfMoney(
  context: EventContext,
  money: Pick<Stripe.Refund | Stripe.Dispute, "payment_intent" | "charge">,
): Promise<string | null> {
  const intent = idOf(money.payment_intent) ?? (await intentOf(context, idOf(money.charge)));
  if (intent === null) return null;
  const known = await context.paymentOf(intent);
  if (known) return known;
  const found = await nullIfMissing(context.stripe.paymentIntents.retrieve(intent));
  const id = found?.metadata["paymentId"];
  return id !== undefined && isUuid(id) ? id : null;
}

async function intentOf({ stripe }: EventContext, charge: string | null): Promise<string | null> {
  const found = charge === null ? null : await nullIfMissing(stripe.charges.retrieve(charge));
  return idOf(found?.payment_intent);
}
