import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** Makes the coupons of an account void that were not used: they end now. */
export async function voidCoupons(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("coupon")
    .set({ expires_at: sql<Date>`least(expires_at, ${now}::timestamptz)` })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
}
