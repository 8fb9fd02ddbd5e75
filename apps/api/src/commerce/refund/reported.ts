/** Refunds as providers report them: late, twice, before their payment, and undone again. */
import type { PaymentUpdate, ReportedRefund } from "@turnpike/rules/payment.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { bookRefund, type RefundOptions } from "./book.ts";
import { setSent } from "./store/due.ts";
import { findByRef, findRefund, findWaiting, type Refund, saveRefund } from "./store/refunds.ts";
import { holdSubject, type Subject } from "./subject.ts";
import { undoRefund } from "./undo.ts";

/**
 * Locks all that a refund of this payment touches, before anything else of it is locked, where the
 * update is about a refund or a refund waits for it.
 */
export async function holdForRefund(
  services: Services,
  tx: Tx,
  paymentId: string,
  update: PaymentUpdate,
): Promise<void> {
  const isRefund = update.what === "refunded" || update.what === "refundUndone";
  if (!isRefund && (await findWaiting(tx, paymentId)).length === 0) return;
  await holdSubject(services, tx, { paymentId, orderId: null });
}

/**
 * Books money that the provider gave back, or that a dispute took: takes what is left. One that
 * bears our own id only confirms that ours was sent; one that comes before its payment waits.
 */
export async function applyReportedRefund(
  services: Services,
  tx: Tx,
  { paymentId, reported }: { paymentId: string; reported: ReportedRefund },
): Promise<void> {
  const now = new Date(services.world.now());
  const mine = await ownOf(tx, { paymentId, id: reported.ours });
  if (mine) {
    if (!mine.sentAt) await setSent(tx, mine.id, { ref: reported.ref, claimUrl: null, now });
    return;
  }
  if (await findByRef(tx, { paymentId, ref: reported.ref })) return;
  const subject = await holdSubject(services, tx, { paymentId, orderId: null });
  if (!subject?.payment) return;
  if (subject.payment.creditedCents === 0) {
    const { accountId } = subject;
    const waiting = unbooked({ id: services.world.id(), accountId, paymentId, now, ...reported });
    return saveRefund(tx, waiting);
  }
  const { cents, kind, ref: providerRef } = reported;
  const options = { id: services.world.id(), cents, kind, providerRef, reason: "" } as const;
  await bookFromProvider(services, tx, subject, { ...options, due: false });
}

/** Books what a provider reported; what nothing covers is logged for the operator. */
async function bookFromProvider(
  services: Services,
  tx: Tx,
  subject: Subject,
  options: Omit<RefundOptions, "scope" | "strict">,
): Promise<Refund | null> {
  const booked = await bookRefund(services, tx, subject, {
    ...options,
    scope: "all",
    strict: false,
  });
  const notCoveredCents = (options.cents ?? 0) - (booked?.cents ?? 0);
  if (notCoveredCents > 0) {
    const details = { payment: subject.payment?.id, ref: options.providerRef, notCoveredCents };
    services.log.error(details, "refund not covered: it exceeds what was left of the payment");
  }
  return booked;
}

/** Books refunds that were reported before their payment, which has just been credited. */
export async function bookWaiting(services: Services, tx: Tx, paymentId: string): Promise<void> {
  for (const waiting of await findWaiting(tx, paymentId)) {
    const subject = await holdSubject(services, tx, { paymentId, orderId: null });
    if (!subject) return;
    const booked = await bookFromProvider(services, tx, subject, waiting);
    if (!booked) await saveRefund(tx, { ...waiting, undoneAt: new Date(services.world.now()) });
  }
}

/**
 * A refund came to nothing; where that is reported first, the refund itself changes nothing any
 * more. One of ours may fail before we know what the provider calls it: its own id names it.
 */
export async function undoReportedRefund(
  services: Services,
  tx: Tx,
  reported: { paymentId: string; accountId: string; ref: string; ours: string | null },
): Promise<void> {
  const { paymentId, accountId, ref } = reported;
  const mine = await ownOf(tx, { paymentId, id: reported.ours ?? ref });
  if (mine) await undoRefund(services, tx, mine);
  const named = await findByRef(tx, { paymentId, ref });
  if (named) await undoRefund(services, tx, named);
  if (mine || named) return;
  const now = new Date(services.world.now());
  const refund = { ref, cents: null, kind: "refund" } as const;
  const undone = unbooked({ id: services.world.id(), accountId, paymentId, now, ...refund });
  await saveRefund(tx, { ...undone, undoneAt: now });
}

/** A refund that we began ourselves. */
async function ownOf(
  tx: Tx,
  { paymentId, id }: { paymentId: string; id: string | null },
): Promise<Refund | null> {
  const found = id !== null && isUuid(id) ? await findRefund(tx, id) : null;
  return found?.paymentId === paymentId ? found : null;
}

/** A row of which nothing is booked. */
function unbooked(
  reported: Pick<Refund, "id" | "accountId" | "cents" | "kind"> & {
    paymentId: string;
    ref: string;
    now: Date;
  },
): Refund {
  const { id, accountId, paymentId, kind, cents, ref, now } = reported;
  return {
    id,
    accountId,
    paymentId,
    kind,
    cents,
    orderId: null,
    surplusCents: 0,
    unclaimedCents: 0,
    dueAmount: 0,
    taken: 0,
    bonusCents: 0,
    debtCents: 0,
    reason: "",
    providerRef: ref,
    createdAt: now,
    bookedAt: null,
    undoneAt: null,
    due: false,
    sentAt: null,
    claimUrl: null,
    tries: 0,
    lastError: null,
  };
}
