/** What has been given back, as others show it. */
import type { ReversedPayment } from "@turnpike/rules/arrears.ts";
import type { Db } from "../../platform/db/database.ts";
import { madeAt } from "../payment/store/payments.ts";
import { findReversals, listRefunds, type RefundKind, totalsOfMany } from "./store/refunds.ts";

/** More refunds of one order than this are not listed. */
const LISTED = 500;

/** Refunds of an order that stand, the oldest first; `cents` are of the order's own price. */
export async function refundsOfOrder(
  db: Db,
  orderId: string,
): Promise<{ at: Date; cents: number; kind: RefundKind }[]> {
  const all = await listRefunds(db, { orderId, limit: LISTED });
  return all.toReversed().flatMap((refund) => {
    const { kind, bookedAt: at, undoneAt, surplusCents, unclaimedCents } = refund;
    const cents = (refund.cents ?? 0) - surplusCents - unclaimedCents;
    return at && !undoneAt && cents > 0 ? [{ at, cents, kind }] : [];
  });
}

/** How much of each of these payments has been given back, in cents; one without is left out. */
export async function refundedOfPayments(db: Db, ids: string[]): Promise<Map<string, number>> {
  const sums = await totalsOfMany(db, { column: "payment_id", ids });
  return new Map([...sums].map(([id, { cents }]) => [id, cents]));
}

/** The payments of an account that refunds and disputes have reversed, in whole or in part. */
export async function findReversedPayments(db: Db, accountId: string): Promise<ReversedPayment[]> {
  const reversals = await findReversals(db, accountId);
  const made = await madeAt(db, [...reversals.keys()]);
  return [...reversals].flatMap(([id, bookedAt]) => {
    const paidAt = made.get(id);
    return paidAt ? [{ paidAt: paidAt.getTime(), bookedAt: bookedAt.getTime() }] : [];
  });
}
