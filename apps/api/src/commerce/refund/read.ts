/** Refunded amounts, for other modules to show. */
import type { Db } from "../../platform/db/database.ts";
import { listRefunds, type RefundKind, totalsOfMany } from "./store/refunds.ts";

/** Maximum number of listed refunds of one order. */
const LIST_LIMIT = 500;

/** An order's effective refunds, oldest first; `cents` are those of the order's own price. */
export async function refundsOfOrder(
  db: Db,
  orderId: string,
): Promise<{ at: Date; cents: number; kind: RefundKind }[]> {
  const all = await listRefunds(db, { orderId, limit: LIST_LIMIT });
  return all.toReversed().flatMap((refund) => {
    const { kind, bookedAt: at, undoneAt, surplusCents, unclaimedCents } = refund;
    const cents = (refund.cents ?? 0) - surplusCents - unclaimedCents;
    return at && !undoneAt && cents > 0 ? [{ at, cents, kind }] : [];
  });
}

/** Refunded cents of each of these payments; payments without refunds are absent. */
export async function refundedOfPayments(db: Db, ids: string[]): Promise<Map<string, number>> {
  const sums = await totalsOfMany(db, { column: "payment_id", ids });
  return new Map([...sums].map(([id, { cents }]) => [id, cents]));
}
