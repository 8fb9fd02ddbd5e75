/** What is refunded: a paid order, with its outside payment if it has one, or a payment alone. */
import { lockAccount, lockAccountExclusively } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Delivery } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { wasPaid } from "../order/refunds.ts";
import { findOrder, lockOrder, type Order } from "../order/store.ts";
import { findPaymentOf, lockPaymentById } from "../payment/refunds.ts";
import type { Payment } from "../payment/store/payments.ts";
import { type RefundTotals, totalsOf } from "./store/refunds.ts";

export interface RefundSubject {
  accountId: string;
  /** Whether the account is closed. */
  closed: boolean;
  /** Null if no order was paid: only the payment is refunded. */
  order: Order | null;
  payment: Payment | null;
  /** What the order delivered beyond balances, such as a plan's time. */
  delivery: Delivery | null;
  /** What was refunded of it before. */
  before: RefundTotals;
}

/**
 * Locks everything that a refund touches until the transaction ends, in the order that all code
 * uses: sub-accounts, the account, its payment, its order, its plan. Returns null if there is no
 * such order or payment.
 */
export async function lockRefundSubject(
  services: Services,
  tx: Tx,
  of: { orderId: string | null; paymentId: string | null },
): Promise<RefundSubject | null> {
  const found = await findPaymentOf(tx, of);
  const orderId = of.orderId ?? found?.orderId ?? null;
  const foundOrder = orderId === null ? null : await findOrder(tx, orderId);
  const accountId = foundOrder?.accountId ?? found?.accountId;
  if (accountId === undefined) return null;
  if (foundOrder) await lockBeforeAccount(services, tx, foundOrder);
  // Exclusively: nothing may be spent concurrently with a refund that puts the account in arrears.
  await lockAccountExclusively(tx, accountId);
  const account = await lockAccount(tx, accountId);
  const payment = found && (await lockPaymentById(tx, found.id));
  const order = foundOrder && (await lockOrder(tx, foundOrder.id));
  const paid = order !== null && wasPaid(order) ? order : null;
  const delivery = paid && (await lockDelivery(services, tx, paid));
  const before = await totalsOf(tx, {
    orderId: paid?.id ?? null,
    paymentId: payment?.id ?? null,
  });
  return { accountId, closed: account?.closed ?? true, order: paid, payment, delivery, before };
}

async function lockBeforeAccount(services: Services, tx: Tx, order: Order): Promise<void> {
  for (const refund of services.modules.refund) await refund.lockBeforeAccount?.(tx, order);
}

async function lockDelivery(services: Services, tx: Tx, order: Order): Promise<Delivery | null> {
  for (const refund of services.modules.refund) {
    const delivery = await refund.lockDelivery?.(services, tx, order);
    if (delivery) return delivery;
  }
  return null;
}
