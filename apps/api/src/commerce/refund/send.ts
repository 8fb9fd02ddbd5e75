/** Sends our own refunds to providers, outside any transaction; retries until that succeeds. */
import { transaction } from "../../platform/db/database.ts";
import type { PaymentProvider } from "../payment-provider/provider.ts";
import { providerByName } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { findPaymentOf } from "../payment/refunds.ts";
import type { Payment } from "../payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { claimDueRefund, type DueRefund, clearRef, setSent, setTryFailed } from "./store/due.ts";
import { queueClaimMail } from "./mail.ts";
import { bookWaitingRefunds } from "./reported.ts";
import { findRefundByRef, findRefund } from "./store/refunds.ts";
import { lockRefundSubject } from "./subject.ts";
import { undoRefund } from "./undo.ts";

const AT_ONCE = 100;
/** How long other workers skip a claimed refund: longer than any provider takes to respond. */
const CLAIM_MS = 2 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** Failures are logged as errors from this attempt on, as a customer is waiting for money. */
const ALARM_AFTER = 5;

/** Sends the refunds that are due, longest waiting first. */
export async function sendRefunds(services: Services): Promise<void> {
  for (let sent = 0; sent < AT_ONCE; sent++) {
    const now = new Date(services.world.now());
    const due = await claimDueRefund(services.db, { now, claimMs: CLAIM_MS });
    if (!due) return;
    await send(services, due);
  }
}

/** The delay before the next attempt after `tries` failed ones. */
export function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, 60_000 * 2 ** Math.min(tries - 1, 20));
}

async function send(services: Services, due: DueRefund): Promise<void> {
  const { db, log, world } = services;
  try {
    const payment = await findPaymentOf(db, due);
    const provider = payment && providerByName(paymentEnv(services), payment.provider);
    if (!provider) throw new Error("its payment provider is no longer configured");
    await recordSent(services, due, await sendToProvider(provider, { due, payment }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const nextTryAt = new Date(world.now() + retryDelayMs(due.tries));
    await setTryFailed(db, due.id, { error: message.slice(0, 500), nextTryAt });
    const details = { err: error, refund: due.id, tries: due.tries };
    if (due.tries < ALARM_AFTER) log.warn(details, "refund send failed, retrying");
    else log.error(details, "refund send failed: a customer waits for money");
  }
}

function sendToProvider(
  provider: PaymentProvider,
  { due, payment }: { due: DueRefund; payment: Payment },
) {
  const { id: refundId, cents, reason } = due;
  const { id: paymentId, providerRef, chargeRef } = payment;
  return provider.refund({ refundId, paymentId, providerRef, chargeRef, cents, reason });
}

/** Records that a refund was sent, and mails the customer where to collect it. */
async function recordSent(
  services: Services,
  due: DueRefund,
  { ref, claimUrl }: { ref: string; claimUrl: string | null },
): Promise<void> {
  const { id, accountId, cents, paymentId } = due;
  await transaction(services.db, async (tx) => {
    const subject = await lockRefundSubject(services, tx, { paymentId, orderId: due.orderId });
    const twin = await findRefundByRef(tx, { paymentId, ref });
    const other = twin?.id === id ? null : twin;
    if (other) {
      // The provider reported the same refund without our id while it was being sent.
      await undoRefund(services, tx, other);
      await clearRef(tx, other.id);
    }
    await setSent(tx, id, { ref, claimUrl, now: new Date(services.world.now()) });
    const refund = await findRefund(tx, id);
    // It was reported as failed before its provider id was known here: there is nothing to collect.
    const failed = other?.undoneAt ? refund : null;
    if (failed) await undoRefund(services, tx, failed);
    if (other) await bookWaitingRefunds(services, tx, paymentId);
    if (failed) return;
    if (claimUrl === null || !subject || subject.closed) return;
    const reference = subject.order?.orderNo ?? paymentId;
    await queueClaimMail(services, tx, { accountId, cents, reference, claimUrl });
  });
}
