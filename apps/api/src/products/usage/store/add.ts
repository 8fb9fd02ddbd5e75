/** Inserts recent usage rows, which a job folds into the sums (`fold.ts`). */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { allColumns, bucketColumns, sumColumns, type Sums } from "./columns.ts";

export interface UsedRow extends Sums {
  accountId: string;
  /** The nil id for products without sub-accounts. */
  subAccountId: string;
  product: string;
  /** The start of a UTC hour. */
  hour: Date;
  country: string;
  city: string;
  domain: string;
  /** `outcome:reason` if another row counts the same requests already; else empty. */
  reason: string;
  /** Counts by bucket (rules/usage.ts); empty if there are none. */
  connects: number[];
}

export async function addUsed(tx: Tx, rows: UsedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sums = Object.keys(sumColumns).map((name) => sql.ref(name));
  const buckets = bucketColumns.map((_, at) => sql`nullif(connects[${sql.lit(at + 1)}], 0)`);
  await sql`
    insert into usage_recent (account_id, sub_account_id, product, hour, country, city, domain,
      reason, ${allColumns})
    select "accountId", "subAccountId", product, hour, country, city, domain, reason,
      ${sql.join(sums, sql`, `)}, ${sql.join(buckets, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("accountId" uuid,
      "subAccountId" uuid, product text, hour timestamptz, country text, city text, domain text,
      reason text, ${sql.join(
        sums.map((name) => sql`${name} bigint`),
        sql`, `,
      )}, connects bigint[])`.execute(tx);
}
