/**
 * Derives events from the state of PayPal's orders, captures, refunds and disputes. A webhook only
 * says what changed: old, repeated or reordered deliveries lead to the same events.
 */
import { currency as ownCurrency } from "@turnpike/locales/money.ts";
import type { DisputeState, ReportedDispute } from "@turnpike/rules/dispute.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { ProviderEvent } from "../provider.ts";
import {
  type Capture,
  type Dispute,
  type Order,
  type PaypalApi,
  PaypalRefused,
  type Refund,
} from "./paypal-api.ts";

/** What translating needs. */
export interface EventContext {
  api: PaypalApi;
  /** Logs something that the operator should look at. */
  warn: (message: string, details: Record<string, unknown>) => void;
}

export const capturesOf = (order: Order): Capture[] =>
  order.purchase_units.flatMap(({ custom_id: id, payments }) =>
    (payments?.captures ?? []).map((one) => ({
      ...one,
      custom_id: one.custom_id ?? id,
      supplementary_data: { related_ids: { order_id: order.id } },
    })),
  );

/** The order after its money was taken, if its payer has approved it. */
export async function captured(api: PaypalApi, order: Order): Promise<Order> {
  if (order.status !== "APPROVED") return order;
  try {
    return (await api.captureOrder(order.id)) ?? order;
  } catch (error) {
    if (!(error instanceof PaypalRefused)) throw error;
    // Taken already, or refused by the payer's card: the order says which.
    return (await api.order(order.id)) ?? order;
  }
}

const paymentIn = (id: string | null | undefined): string | null => (id && isUuid(id) ? id : null);

/** A price such as "12.34" in cents; null if it is not in the installation's currency. */
function centsOf(amount: { currency_code: string; value: string } | null | undefined) {
  if (amount?.currency_code !== ownCurrency() || !/^\d{1,12}(\.\d\d)?$/.test(amount.value))
    return null;
  return Math.round(Number(amount.value) * 100);
}

/** Money that came stays counted: refunds are events of their own. */
const cameStatuses = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];

export const eventsOfOrder = (order: Order): ProviderEvent[] =>
  capturesOf(order).flatMap((capture) => eventsOfCapture(capture));

/**
 * The order that brought a capture. The client id alone, which is no secret, makes orders that name
 * any payment and any payee: only events of our own pages count (`isOwnPage`).
 */
const pageOf = (capture: Capture): string | null =>
  capture.supplementary_data?.related_ids?.order_id ?? null;

/** Each capture is a part: a payer may have paid an old page and a new one. */
export function eventsOfCapture(capture: Capture, context?: EventContext): ProviderEvent[] {
  const { id, status, amount } = capture;
  const paymentId = paymentIn(capture.custom_id);
  if (paymentId === null) return [];
  const page = pageOf(capture);
  if (status === "DECLINED" || status === "FAILED")
    return [{ id: `${id} failed`, paymentId, page, update: { what: "failed" } }];
  if (!cameStatuses.includes(status)) return [];
  const receivedCents = centsOf(amount);
  if (!receivedCents) {
    context?.warn("payment ignored: not in the installation's currency", {
      paymentId,
      capture: id,
      ...amount,
    });
    return [];
  }
  const update = { what: "settled", receivedCents } as const;
  return [{ id: `${id} paid`, paymentId, page, charge: id, part: id, update }];
}

/** The capture that a refund is of: the end of its link upwards. */
function captureIdOf({ links }: Refund): string | null {
  const { href = "" } = links.find(({ rel }) => rel === "up") ?? {};
  return /\/captures\/([A-Za-z0-9]+)/.exec(href)?.[1] ?? null;
}

/** A refund, and the disputes of the same money: PayPal returns what a lost dispute costs as one. */
export async function eventsOfRefund(
  context: EventContext,
  refund: Refund,
): Promise<ProviderEvent[]> {
  const { api } = context;
  const captureId = captureIdOf(refund);
  const capture = captureId === null ? null : await api.capture(captureId);
  const paymentId = paymentIn(capture?.custom_id);
  if (!capture || paymentId === null) return [];
  const page = pageOf(capture);
  const { id: ref, status } = refund;
  const ours = paymentIn(refund.custom_id);
  if (status === "FAILED" || status === "CANCELLED")
    return [{ id: `${ref} undone`, paymentId, page, update: { what: "refundUndone", ref, ours } }];
  const cents = centsOf(refund.amount);
  if (cents === null) {
    context.warn("refund ignored: not in the installation's currency", { paymentId, refund: ref });
    return [];
  }
  const update = { what: "refunded", refund: { ref, cents, ours } } as const;
  const disputes = ours === null ? await api.disputesOf(capture.id) : [];
  const events: ProviderEvent[] = [];
  for (const id of disputes) {
    const dispute = await api.dispute(id);
    if (dispute) events.push(...(await eventsOfDispute(context, dispute)));
  }
  return [...events, { id: `${ref} refunded`, paymentId, page, update }];
}

/** What was returned of a capture, apart from our own refunds: it is booked as refunds. */
async function returnedCents(api: PaypalApi, capture: Capture): Promise<number> {
  const orderId = pageOf(capture);
  const order = orderId ? await api.order(orderId) : null;
  const refunds = order?.purchase_units.flatMap(({ payments }) => payments?.refunds ?? []) ?? [];
  return refunds
    .filter((one) => captureIdOf(one) === capture.id && paymentIn(one.custom_id) === null)
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0), 0);
}

/** PayPal's outcomes that leave the money with the buyer. */
const lostOutcomes = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

function stateOf({
  status,
  dispute_life_cycle_stage: stage,
  dispute_outcome: end,
}: Dispute): DisputeState {
  const isInquiry = stage === "INQUIRY";
  if (status === "RESOLVED") {
    if (lostOutcomes.includes(end?.outcome_code ?? "")) return "lost";
    return isInquiry ? "inquiryClosed" : "won";
  }
  if (isInquiry) return "inquiry";
  return status === "UNDER_REVIEW" ? "underReview" : "open";
}

export async function eventsOfDispute(
  context: EventContext,
  dispute: Dispute,
): Promise<ProviderEvent[]> {
  const { api } = context;
  const { dispute_id: ref, disputed_transactions: transactions, reason } = dispute;
  const captureId = transactions[0]?.seller_transaction_id;
  const capture = captureId ? await api.capture(captureId) : null;
  const paymentId = paymentIn(capture?.custom_id);
  if (!capture || paymentId === null) return [];
  const state = stateOf(dispute);
  const cents = centsOf(dispute.dispute_amount);
  const dueAt = Date.parse(dispute.seller_response_due_date ?? "");
  const reported: ReportedDispute = {
    ref,
    state,
    cents,
    withdrawnCents: state === "lost" ? await withdrawn() : null,
    reason: reason.toLowerCase(),
    dueAt: Number.isNaN(dueAt) ? null : dueAt,
  };
  const page = pageOf(capture);
  return [{ id: ref, paymentId, page, update: { what: "disputed", dispute: reported } }];

  /** Of a lost dispute: what is not booked as a refund. */
  async function withdrawn(): Promise<number | null> {
    const whole = centsOf(dispute.dispute_outcome?.amount_refunded) ?? cents;
    if (whole === null || !capture) return null;
    return Math.max(0, whole - (await returnedCents(api, capture)));
  }
}
