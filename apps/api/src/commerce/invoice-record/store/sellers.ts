/** The table of the seller's states. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { SellerSnapshot } from "../snapshot.ts";

/** Whether a state is stored, and by a transaction that has ended. */
export async function findSellerState(
  tx: Tx,
  digest: string,
): Promise<"absent" | "own" | "committed"> {
  // A row that began with this very transaction has its instant.
  const { rows } = await sql<{ committed: boolean }>`
    select at < now() as committed from invoice_seller where digest = ${digest}
    order by at limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return "absent";
  return row.committed ? "committed" : "own";
}

export async function insertSeller(tx: Tx, digest: string, seller: SellerSnapshot): Promise<void> {
  await sql`insert into invoice_seller (digest, seller) values (${digest}, ${JSON.stringify(seller)})`.execute(
    tx,
  );
}

export async function findSeller(db: Db, digest: string): Promise<SellerSnapshot> {
  const { rows } = await sql<{ seller: SellerSnapshot }>`
    select seller from invoice_seller where digest = ${digest} limit 1`.execute(db);
  if (!rows[0]) throw new Error(`the seller ${digest} of an invoice is not stored`);
  return rows[0].seller;
}
