/**
 * Applies disputes as providers report them (spec/money#disputes): twice, late and in any order.
 * The money a dispute takes is booked as a separate refund, which is undone if the dispute is won.
 */
import { isStale, type ReportedDispute, withheldByDispute } from "@turnpike/rules/dispute.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import type { Payment } from "../payment/store/payments.ts";
import { correctSale } from "../refund/correct.ts";
import { bookReportedRefund, bookWaitingRefunds } from "../refund/reported.ts";
import { setDecided } from "../refund/store/booked.ts";
import { findRefund } from "../refund/store/refunds.ts";
import { undoRefund } from "../refund/undo.ts";
import { findDispute, saveDispute, saveFraudWarning } from "./store.ts";

/** Updates a dispute and the money it takes to the reported state; the payment is locked. */
export async function applyDispute(
  services: Services,
  tx: Tx,
  { payment, reported }: { payment: Payment; reported: ReportedDispute },
): Promise<void> {
  const { id: paymentId, accountId, provider } = payment;
  const known = await findDispute(tx, { provider, ref: reported.ref });
  if (known && known.paymentId !== paymentId) {
    const details = { provider, dispute: reported.ref, payment: paymentId };
    services.log.error(details, "dispute ignored: it belongs to another payment");
    return;
  }
  if (isStale(known?.state ?? null, reported.state)) return;
  const before = known ? withheldByDispute(known) : 0;
  const after = withheldByDispute(reported);
  let refundId = known?.refundId ?? null;
  if (refundId !== null && after !== before) {
    const taken = await findRefund(tx, refundId);
    if (taken) await undoRefund(services, tx, taken);
    refundId = null;
  }
  if (refundId === null && after !== 0) {
    const disputed = { paymentId, ref: reported.ref, cents: after, kind: "dispute" } as const;
    refundId = await bookReportedRefund(services, tx, disputed);
  }
  // A waiting refund may need the money that the dispute returned.
  await bookWaitingRefunds(services, tx, paymentId);
  const now = new Date(services.world.now());
  const id = known?.id ?? services.world.id();
  const openedAt = known?.openedAt ?? now;
  const own = { id, accountId, paymentId, provider, openedAt, updatedAt: now, refundId };
  await saveDispute(tx, { ...reported, ...own });
  const isDecided = reported.state === "lost" || reported.state === "prevented";
  if (isDecided && refundId !== null) await setDecided(tx, refundId);
  await correctSale(services, tx, { orderId: payment.orderId, paymentId });
}

/** Records that the card's bank suspects fraud; the operator decides what to do about it. */
export async function recordFraudWarning(
  services: Services,
  tx: Tx,
  { payment, ref, reason }: { payment: Payment; ref: string; reason: string },
): Promise<void> {
  const { id: paymentId, accountId, provider } = payment;
  const now = new Date(services.world.now());
  const warning = { id: services.world.id(), accountId, paymentId, provider, ref, reason, now };
  await saveFraudWarning(tx, warning);
}
