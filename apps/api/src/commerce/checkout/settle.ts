/**
 * The one place where events of payment providers take effect. However often, late or shuffled they
 * come: each cent is credited once and given back once (spec/quality#l4).
 */
import {
  decidePayment,
  type IncomingNews,
  type PaymentNews,
  type PaymentStatus,
} from "@turnpike/rules/payment.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { failOrder } from "../order/fulfil.ts";
import { bookWaiting, holdForRefund, tellRefund, tellUndone } from "../refund/reported.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { creditPayment } from "./credit.ts";
import {
  findOverdue,
  findPayment,
  insertEvent,
  lockPayment,
  type Payment,
  setExpired,
  setState,
} from "../payment/store/payments.ts";

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
    if (!known || known.provider !== event.provider) return null;
    const { news } = event;
    await holdForRefund(services, tx, known.id, news);
    // The account before its payment, as whoever closes it does.
    const account = await lockAccount(tx, known.accountId);
    const payment = await lockPayment(tx, known.id);
    if (!payment) return null;
    const now = new Date(services.world.now());
    if (!(await insertEvent(tx, { ...event, now }))) return payment.status;
    const paymentId = payment.id;
    if (news.what === "refunded") {
      await tellRefund(services, tx, { paymentId, told: news.refund });
    } else if (news.what === "refundUndone") {
      const { ref, ours = null } = news;
      await tellUndone(services, tx, { paymentId, accountId: payment.accountId, ref, ours });
    } else {
      await takeIn(services, tx, { payment, news, closed: account?.closed ?? true });
    }
    return (await findPayment(tx, paymentId))?.status ?? null;
  });
}

/** News of money that comes, or does not. */
async function takeIn(
  services: Services,
  tx: Tx,
  { payment, news, closed }: { payment: Payment; news: IncomingNews; closed: boolean },
): Promise<void> {
  const { state, creditCents: cents } = decidePayment(payment, news, { closed });
  await setState(tx, payment.id, state, new Date(services.world.now()));
  if (state.status === "failed" && payment.orderId) await failOrder(tx, payment.orderId);
  if (cents === 0) return;
  await creditPayment(services, tx, { payment: { ...payment, ...state }, cents, closed });
  await bookWaiting(services, tx, payment.id);
}

const AT_ONCE = 200;
const ROUNDS = 50;

/** Ends payments that nobody made in time. Money that comes later still counts. */
async function expirePayments(services: Services): Promise<void> {
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

export const expireJob: Job = { name: "expire-payments", everySeconds: 60, run: expirePayments };
