/** Facts of other nouns as events tell of them. Each is called where the fact is written. */
import type { WebhookData } from "@turnpike/contract/webhook-events.ts";
import { renewableUntil } from "@turnpike/rules/static-ip.ts";
import { closingMs } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Order } from "../../commerce/order/store.ts";
import type { Payment } from "../../commerce/payment/store.ts";
import type { Services } from "../../platform/services.ts";
import type { StaticRow } from "../../products/static/store.ts";
import type { PlanRow } from "../../products/unlimited/store.ts";
import { type Emitted, emitEvent, emitEvents } from "./emit.ts";

const nowOf = ({ world }: Services) => new Date(world.now()).toISOString();
const orderOf = ({ orderNo, sku, kind, quantity }: Order) => ({
  orderNo,
  sku,
  kind: kind as WebhookData["order.paid"]["kind"],
  quantity,
});

/** An order was paid, by whatever means. */
export function emitOrderPaid(services: Services, tx: Tx, order: Order): Promise<void> {
  const { accountId, amountCents, discountCents, method, renewal } = order;
  const paidAt = order.paidAt?.toISOString() ?? nowOf(services);
  const paid = { amountCents, discountCents, method, renewal, paidAt };
  const data = { ...orderOf(order), ...paid };
  return emitEvent(services, tx, { accountId, event: "order.paid", data });
}

/** Money of a payment went to the wallet. */
export function emitRechargePaid(
  services: Services,
  tx: Tx,
  {
    payment,
    cents,
    bonusCents,
    surplus,
  }: {
    payment: Payment;
    cents: number;
    bonusCents: number;
    surplus: boolean;
  },
): Promise<void> {
  const { id: paymentId, accountId, method } = payment;
  const paidAt = nowOf(services);
  const data = { paymentId, method, amountCents: cents, bonusCents, surplus, paidAt };
  return emitEvent(services, tx, { accountId, event: "recharge.paid", data });
}

/** A refund was booked, of an order or of a recharge. */
export async function emitRefunded(
  services: Services,
  tx: Tx,
  {
    accountId,
    order,
    payment,
    ...refund
  }: {
    accountId: string;
    order: Order | null;
    payment: Payment | null;
    amountCents: number;
    refundedCents: number;
    whole: boolean;
    reason: string;
  },
): Promise<void> {
  const back = { ...refund, refundedAt: nowOf(services) };
  if (order) {
    const data = { ...orderOf(order), ...back };
    await emitEvent(services, tx, { accountId, event: "order.refunded", data });
  } else if (payment) {
    const data = { paymentId: payment.id, method: payment.method, ...back };
    await emitEvent(services, tx, { accountId, event: "recharge.refunded", data });
  }
}

/** A refund was undone: a dispute was won, or the provider could not send the money. */
export function emitRefundUndone(
  services: Services,
  tx: Tx,
  {
    accountId,
    order,
    payment,
    ...refund
  }: {
    accountId: string;
    order: Order | null;
    payment: Payment | null;
    amountCents: number;
    refundedCents: number;
    reason: string;
  },
): Promise<void> {
  const of = { orderNo: order?.orderNo ?? null, paymentId: payment?.id ?? null };
  const data = { ...of, ...refund, undoneAt: nowOf(services) };
  return emitEvent(services, tx, { accountId, event: "refund.undone", data });
}

const staticOf = ({ id, term, ip, days, expires_at }: StaticRow) => ({
  id,
  term,
  ip,
  days,
  expiresAt: expires_at.toISOString(),
});

/** Static IPs of one account were renewed; the rows are as they are now. */
export function emitStaticRenewed(
  services: Services,
  tx: Tx,
  { rows, auto, orderNo }: { rows: StaticRow[]; auto: boolean; orderNo: string | null },
): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => ({
    event: "static.renewed",
    data: { ...staticOf(row), auto, orderNo },
  }));
}

/** Auto-renew could not pay for static IPs of one account. */
export function emitRenewalFailed(services: Services, tx: Tx, rows: StaticRow[]): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => ({
    event: "static.renewalFailed",
    data: staticOf(row),
  }));
}

/** Static IPs of one account have ended. */
export function emitStaticExpired(services: Services, tx: Tx, rows: StaticRow[]): Promise<void> {
  return emitOfStatics(services, tx, rows, (row) => {
    const until = new Date(renewableUntil(row.expires_at.getTime())).toISOString();
    return { event: "static.expired", data: { ...staticOf(row), renewableUntilAt: until } };
  });
}

async function emitOfStatics(
  services: Services,
  tx: Tx,
  rows: StaticRow[],
  emitted: (row: StaticRow) => Emitted,
): Promise<void> {
  const [first] = rows;
  if (first) await emitEvents(services, tx, first.account_id, rows.map(emitted));
}

/** An unlimited plan has ended. */
export function emitPlanExpired(services: Services, tx: Tx, plan: PlanRow): Promise<void> {
  const { id: planId, account_id: accountId, kind, region, quantity, order_no: orderNo } = plan;
  const expiresAt = plan.expires_at.toISOString();
  const until = new Date(plan.expires_at.getTime() + closingMs).toISOString();
  const data = { planId, kind, region, quantity, orderNo, expiresAt, renewableUntilAt: until };
  return emitEvent(services, tx, { accountId, event: "plan.expired", data });
}
