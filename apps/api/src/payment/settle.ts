/**
 * The one place where events of payment providers take effect. However often, late or shuffled they
 * come: one credit, one bonus, one reversal (quality L4).
 */
import { decidePayment, type PaymentNews, type PaymentStatus } from "@turnpike/rules/payment.ts";
import { holdAccount } from "../account/standing.ts";
import { type Db, transaction, type Tx } from "../db/database.ts";
import { failOrder, fulfilOrder, refundOrder } from "../order/fulfil.ts";
import type { Services } from "../services.ts";
import {
  findOverdue,
  findPayment,
  insertEvent,
  lockPayment,
  type Payment,
  setExpired,
  setState,
} from "./store.ts";
import { keepUnclaimed, returnUnclaimed } from "./unclaimed.ts";
import { creditRecharge, reverseRecharge } from "./wallet.ts";

export interface PaymentEvent {
  /** Unique within the provider: a repeated event bears the same one. */
  id: string;
  provider: string;
  paymentId: string;
  news: PaymentNews;
}

/** Applies an event and answers where the payment stands; null where there is no such payment. */
export function settle(services: Services, event: PaymentEvent): Promise<PaymentStatus | null> {
  return transaction(services.db, async (tx) => {
    const known = await findPayment(tx, event.paymentId);
    // The account before its payment, as whoever closes it does.
    const account = known && (await holdAccount(tx, known.accountId));
    const payment = await lockPayment(tx, event.paymentId);
    if (!payment || payment.provider !== event.provider) return null;
    const now = new Date(services.world.now());
    if (!(await insertEvent(tx, { ...event, now }))) return payment.status;
    const change = decidePayment(payment, event.news);
    await setState(tx, payment.id, change.state, now);
    if (change.credit && account?.closed) await keepUnclaimed(services, tx, payment);
    else if (change.credit) await credit(services, tx, payment);
    if (change.reverse) await reverse(services, tx, payment);
    if (change.state.status === "failed" && payment.orderId) await failOrder(tx, payment.orderId);
    return change.state.status;
  });
}

async function credit(services: Services, tx: Tx, payment: Payment): Promise<void> {
  if (payment.orderId) await fulfilOrder(services, tx, payment.orderId);
  else await creditRecharge(services, tx, payment);
}

async function reverse(services: Services, tx: Tx, payment: Payment): Promise<void> {
  if (await returnUnclaimed(services, tx, payment)) return;
  if (payment.orderId) await refundOrder(services, tx, payment.orderId);
  else await reverseRecharge(services, tx, payment);
}

const AT_ONCE = 200;
const ROUNDS = 50;

/** Ends payments that nobody made in time. Money that comes later still counts. */
export async function expirePayments(services: Services): Promise<void> {
  const { db, world } = services;
  for (let round = 0; round < ROUNDS; round++) {
    const overdue = await findOverdue(db, new Date(world.now()), AT_ONCE);
    for (const id of overdue) await expire(services, id);
    if (overdue.length < AT_ONCE) return;
  }
}

function expire(services: Services, id: string): Promise<void> {
  return transaction(services.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.status !== "pending") return;
    await setExpired(tx, id);
    if (payment.orderId) await failOrder(tx, payment.orderId);
  });
}

/** A payment, to look at; null where there is none. */
export function readPayment(db: Db, id: string): Promise<Payment | null> {
  return findPayment(db, id);
}
