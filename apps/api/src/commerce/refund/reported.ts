/**
 * Refunds as providers report them: late, twice, before their payment, while a dispute holds the
 * money, and undone again.
 */
import type { PaymentUpdate, ReportedRefund } from "@turnpike/rules/payment.ts";
import { splitClaim } from "@turnpike/rules/refund.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { bookRefund } from "./book.ts";
import { setSent } from "./store/due.ts";
import {
  findRefundByRef,
  findRefund,
  findWaitingRefunds,
  type Refund,
  type RefundKind,
  saveRefund,
} from "./store/refunds.ts";
import { lockRefundSubject, type RefundSubject } from "./subject.ts";
import { undoRefund } from "./undo.ts";

/**
 * If the update is about a refund or a dispute, or a refund waits for this payment, locks
 * everything that a refund of it touches. Called before any other lock on it.
 */
export async function lockForRefund(
  services: Services,
  tx: Tx,
  paymentId: string,
  update: PaymentUpdate,
): Promise<void> {
  const { what } = update;
  const touches = what === "refunded" || what === "refundUndone" || what === "disputed";
  if (!touches && (await findWaitingRefunds(tx, paymentId)).length === 0) return;
  await lockRefundSubject(services, tx, { paymentId, orderId: null });
}

/**
 * Books a refund that the provider reports and takes back what is left. A report that has the id of
 * our own refund only confirms that it was sent.
 */
export async function applyReportedRefund(
  services: Services,
  tx: Tx,
  { paymentId, reported }: { paymentId: string; reported: ReportedRefund },
): Promise<void> {
  const now = new Date(services.world.now());
  const ownRefund = await findOwnRefund(tx, { paymentId, id: reported.ours });
  if (ownRefund) {
    if (!ownRefund.sentAt)
      await setSent(tx, ownRefund.id, { ref: reported.ref, claimUrl: null, now });
    return;
  }
  const { ref, cents } = reported;
  if (await findRefundByRef(tx, { paymentId, ref })) return;
  await bookReportedRefund(services, tx, { paymentId, ref, cents, kind: "refund" });
}

/**
 * Books money that left a payment at its provider: `cents`, or null for all of it. What the payment
 * cannot cover yet waits. Returns the refund's id; null if nothing is left to take.
 */
export async function bookReportedRefund(
  services: Services,
  tx: Tx,
  reported: { paymentId: string; ref: string; cents: number | null; kind: RefundKind },
): Promise<string | null> {
  const { paymentId, ref, cents, kind } = reported;
  const subject = await lockRefundSubject(services, tx, { paymentId, orderId: null });
  if (!subject?.payment) return null;
  const id = services.world.id();
  // A dispute may take, return and take again, each time by a new refund whose id it stores.
  const providerRef = kind === "dispute" ? null : ref;
  const now = new Date(services.world.now());
  const { accountId } = subject;
  const refund = unbookedRefund({ id, accountId, paymentId, now, kind, cents, providerRef });
  if (subject.payment.creditedCents === 0) await saveRefund(tx, refund);
  else if (!(await bookClaim(services, tx, { subject, refund }))) return null;
  return id;
}

/**
 * Books as much of a refund as its payment covers; the rest waits. Returns false if there is
 * nothing to book and nothing to wait for.
 */
async function bookClaim(
  services: Services,
  tx: Tx,
  { subject, refund }: { subject: RefundSubject; refund: Refund },
): Promise<boolean> {
  const { payment, before } = subject;
  const { id, cents, kind, providerRef, remainderOf, accountId, paymentId } = refund;
  const leftCents = (payment?.creditedCents ?? 0) - before.cents;
  const claim = { cents, kind, leftCents, disputedCents: before.disputedCents };
  const { bookedCents, waitingCents } = splitClaim(claim);
  if (bookedCents + waitingCents === 0) return false;
  if (bookedCents > 0) {
    const options = { id, cents: bookedCents, kind, providerRef, remainderOf, reason: "" };
    const how = { scope: "all", strict: false, goodsOwed: true, due: false } as const;
    await bookRefund(services, tx, subject, { ...options, ...how });
  }
  if (waitingCents === 0) return true;
  const now = new Date(services.world.now());
  const whole = { ...refund, cents: waitingCents };
  const own = { id: services.world.id(), accountId, paymentId, now, kind, cents: waitingCents };
  const rest = unbookedRefund({ ...own, providerRef: null, remainderOf: remainderOf ?? id });
  await saveRefund(tx, bookedCents > 0 ? rest : whole);
  const details = { payment: paymentId, ref: providerRef, refund: id, waitingCents };
  services.log.error(details, "refund pending: it exceeds the payment's remaining amount");
  return true;
}

/**
 * Books refunds that wait for their payment's money, after money was credited or returned, as far
 * as it goes, oldest first.
 */
export async function bookWaitingRefunds(
  services: Services,
  tx: Tx,
  paymentId: string,
): Promise<void> {
  for (const refund of await findWaitingRefunds(tx, paymentId)) {
    const subject = await lockRefundSubject(services, tx, { paymentId, orderId: null });
    const payment = subject?.payment;
    if (!payment || payment.creditedCents <= subject.before.cents) return;
    if (await bookClaim(services, tx, { subject, refund })) continue;
    await saveRefund(tx, { ...refund, undoneAt: new Date(services.world.now()) });
  }
}

/**
 * Undoes a refund. If that is reported before the refund itself, saves it as undone, so that the
 * later report changes nothing. Our own refund may fail before we know its provider id: then `ours`
 * names it.
 */
export async function undoReportedRefund(
  services: Services,
  tx: Tx,
  reported: { paymentId: string; accountId: string; ref: string; ours: string | null },
): Promise<void> {
  const { paymentId, accountId, ref } = reported;
  const mine = await findOwnRefund(tx, { paymentId, id: reported.ours ?? ref });
  if (mine) await undoRefund(services, tx, mine);
  const named = await findRefundByRef(tx, { paymentId, ref });
  if (named) await undoRefund(services, tx, named);
  if (mine || named) return bookWaitingRefunds(services, tx, paymentId);
  const now = new Date(services.world.now());
  const refund = { providerRef: ref, cents: null, kind: "refund" } as const;
  const undone = unbookedRefund({ id: services.world.id(), accountId, paymentId, now, ...refund });
  await saveRefund(tx, { ...undone, undoneAt: now });
}

/** A refund that we requested ourselves. */
async function findOwnRefund(
  tx: Tx,
  { paymentId, id }: { paymentId: string; id: string | null },
): Promise<Refund | null> {
  const found = id !== null && isUuid(id) ? await findRefund(tx, id) : null;
  return found?.paymentId === paymentId ? found : null;
}

/** A refund row with nothing booked. */
function unbookedRefund(
  reported: Pick<Refund, "id" | "accountId" | "cents" | "kind" | "providerRef"> & {
    paymentId: string | null;
    remainderOf?: string;
    now: Date;
  },
): Refund {
  const { now, remainderOf = null, ...refund } = reported;
  return {
    ...refund,
    remainderOf,
    orderId: null,
    surplusCents: 0,
    unclaimedCents: 0,
    taxCents: 0,
    surplusTaxCents: 0,
    dueAmount: 0,
    taken: 0,
    bonusCents: 0,
    goodsOwedCents: 0,
    debtCents: 0,
    reason: "",
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
