/**
 * The one place where payment providers' events take effect. However often, late or out of order
 * they arrive, each cent is credited once and refunded once (spec/quality#l4).
 */
import {
  decidePayment,
  type IncomingUpdate,
  isCountable,
  type PaymentStatus,
} from "@turnpike/rules/payment.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { applyDispute, recordFraudWarning } from "../dispute/apply.ts";
import { isOwnPage, raisePart, saveCharge } from "../payment/store/pages.ts";
import {
  findOverduePayments,
  findPayment,
  insertPaymentEvent,
  lockPayment,
  type Payment,
  setPaymentExpired,
  setPaymentState,
} from "../payment/store/payments.ts";
import type { ProviderEvent } from "../payment-provider/provider.ts";
import {
  applyReportedRefund,
  bookWaitingRefunds,
  lockForRefund,
  undoReportedRefund,
} from "../refund/reported.ts";
import { creditPayment } from "./credit.ts";
import { endUnpaid } from "./promo-bonus.ts";

/** An event with its provider's name: it affects only payments of that provider. */
export type PaymentEvent = Omit<ProviderEvent, "charge" | "page"> & { provider: string };

/** Applies events in order; logs those that match no payment of this provider. */
export async function applyEvents(
  services: Services,
  provider: string,
  events: ProviderEvent[],
): Promise<void> {
  const { db, log } = services;
  for (const { charge, page, ...event } of events) {
    const { id, paymentId } = event;
    if (page !== undefined && !(await isOwnPage(db, { paymentId, page }))) {
      log.error({ provider, event: id, paymentId, page }, "payment ignored: not by a page of ours");
      continue;
    }
    if (charge) await saveCharge(db, { provider, paymentId, charge });
    const status = await applyEvent(services, { ...event, provider });
    if (status === null) {
      log.warn({ provider, event: id, paymentId }, "provider event ignored: no such payment");
    }
  }
}

/** Applies an event and returns the payment's status; null if there is no such payment. */
export function applyEvent(services: Services, event: PaymentEvent): Promise<PaymentStatus | null> {
  return transaction(services.db, (tx) => applyEventIn(services, tx, event));
}

/** The same in the caller's transaction. @throws RangeError for an amount that no payment has */
export async function applyEventIn(
  services: Services,
  tx: Tx,
  event: PaymentEvent,
): Promise<PaymentStatus | null> {
  const found = await findPayment(tx, event.paymentId);
  if (found?.provider !== event.provider) return null;
  const { update } = event;
  if (!isCountable(update)) throw new RangeError(`an amount of ${event.id} cannot be counted`);
  await lockForRefund(services, tx, found.id, update);
  // Locks the account before its payment, in the same order as closing the account does.
  const account = await lockAccount(tx, found.accountId);
  const payment = await lockPayment(tx, found.id);
  if (!payment) return null;
  // Disputes are deduplicated by their own row, not by event: a dispute's state may come back.
  if (update.what === "disputed") {
    await applyDispute(services, tx, { payment, reported: update.dispute });
    return (await findPayment(tx, payment.id))?.status ?? null;
  }
  if (update.what === "fraudWarning") {
    await recordFraudWarning(services, tx, { payment, ...update });
    return payment.status;
  }
  const now = new Date(services.world.now());
  if (!(await insertPaymentEvent(tx, { ...event, now }))) return payment.status;
  const paymentId = payment.id;
  if (update.what === "refunded") {
    await applyReportedRefund(services, tx, { paymentId, reported: update.refund });
  } else if (update.what === "refundUndone") {
    const { ref, ours = null } = update;
    const { accountId } = payment;
    await undoReportedRefund(services, tx, { paymentId, accountId, ref, ours });
  } else {
    const whole = await addPart(tx, { paymentId, part: event.part, update });
    await applyIncoming(services, tx, { payment, update: whole, closed: account?.closed ?? true });
  }
  return (await findPayment(tx, paymentId))?.status ?? null;
}

/** The update with what all parts have brought, if it tells of one of them. */
async function addPart(
  tx: Tx,
  {
    paymentId,
    part,
    update,
  }: { paymentId: string; part: string | undefined; update: IncomingUpdate },
): Promise<IncomingUpdate> {
  if (part === undefined || update.what === "failed") return update;
  const { receivedCents: cents } = update;
  return { ...update, receivedCents: await raisePart(tx, { paymentId, part, cents }) };
}

/** Applies an update about incoming money, or about a payment that failed. */
async function applyIncoming(
  services: Services,
  tx: Tx,
  { payment, update, closed }: { payment: Payment; update: IncomingUpdate; closed: boolean },
): Promise<void> {
  const { state, creditCents: cents } = decidePayment(payment, update, { closed });
  await setPaymentState(tx, payment.id, state, new Date(services.world.now()));
  if (state.status === "failed") await endUnpaid(tx, payment);
  if (cents === 0) return;
  await creditPayment(services, tx, { payment: { ...payment, ...state }, cents, closed });
  await bookWaitingRefunds(services, tx, payment.id);
}

const AT_ONCE = 200;
const ROUNDS = 50;

/** Expires payments that were not made in time. Money that arrives later still counts. */
function expirePayments(services: Services): Promise<void> {
  const { db, world } = services;
  return workThrough(services, {
    kind: "payment",
    atOnce: AT_ONCE,
    rounds: ROUNDS,
    list: (except, limit) => findOverduePayments(db, { now: new Date(world.now()), except, limit }),
    run: async (tx, ids) => {
      for (const id of ids.toSorted()) await expire(tx, id);
    },
  });
}

async function expire(tx: Tx, id: string): Promise<void> {
  const payment = await lockPayment(tx, id);
  if (payment?.status !== "pending") return;
  await setPaymentExpired(tx, id);
  await endUnpaid(tx, payment);
}

export const expireJob: Job = { name: "expire-payments", everySeconds: 60, run: expirePayments };
