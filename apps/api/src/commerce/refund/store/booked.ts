/** The booked refunds of a sale, for its credit notes. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { BookedRefund } from "../../invoice-record/corrections.ts";

/** Those of an order or of a payment alone, oldest first, with undone ones. */
export async function findRefundsOfSale(
  tx: Tx,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<BookedRefund[]> {
  const { rows } = await sql<BookedRefund>`
    select r.id, r.order_id is not null as "ofOrder", r.cents - r.surplus_cents - r.unclaimed_cents as "soldCents",
      r.tax_cents as "taxCents", r.surplus_cents as "surplusCents",
      r.surplus_tax_cents as "surplusTaxCents", r.undone_at is not null as undone,
      r.kind = 'refund' or r.decided or coalesce(p.decided, false) as final
    from refund r left join refund p on p.id = r.remainder_of
    where r.booked_at is not null
      and (r.order_id = ${orderId} or r.order_id is null and r.payment_id = ${paymentId})
    order by r.booked_at, r.id`.execute(tx);
  return rows;
}

/** Notes that the money which a dispute took does not return. */
export async function setDecided(tx: Tx, id: string): Promise<void> {
  await sql`update refund set decided = true where id = ${id}`.execute(tx);
}
