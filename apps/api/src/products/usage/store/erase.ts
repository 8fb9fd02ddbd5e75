/** Deletes the usage of closed accounts, and rebuilds days whose statistics were repaired. */
import { unknownKey } from "@turnpike/rules/usage.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { allColumns, summedColumns } from "./columns.ts";

const tables = ["usage_recent", "usage_cell_hour", "usage_cell_day", "usage_cell_month"];
const batchRows = 50_000;

/** Deletes accounts' usage in limited steps. Returns whether all of it is deleted. */
export async function eraseUsage(db: Db | Tx, accountIds: string[]): Promise<boolean> {
  let done = true;
  for (const table of tables) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (tableoid, ctid) in (
        select tableoid, ctid from ${sql.table(table)}
        where account_id = any(${accountIds}::uuid[]) limit ${batchRows})`.execute(db);
    done &&= numAffectedRows < batchRows;
  }
  return done;
}

/** A day of a sub-account, or of the whole account (the nil id), with its corrected sums. */
export interface RepairedDay {
  accountId: string;
  scope: string;
  /** The start of the UTC day. */
  day: Date;
  upBytes: number;
  downBytes: number;
  requests: number;
}

/** Replaces a day's traffic by its corrected sums under an unknown key; the breakdown is lost. */
export async function replaceDay(tx: Tx, corrected: RepairedDay): Promise<void> {
  const { accountId, scope, day } = corrected;
  const of = sql`account_id = ${accountId} and scope = ${scope} and product = 'traffic'`;
  const within = (level: string) =>
    sql`${of} and date_trunc(${level}, at, 'UTC') = date_trunc(${level}, ${day}::timestamptz, 'UTC')`;
  await sql`delete from usage_cell_hour where family <> 2 and ${within("day")}`.execute(tx);
  await sql`delete from usage_cell_day where family <> 2 and ${within("day")}`.execute(tx);
  await sql`
    insert into usage_cell_day (account_id, family, scope, at, product, country, key, up_bytes,
      down_bytes, requests, ok, refused, cut, failed)
    select ${accountId}, family, ${scope}, ${day}, 'traffic',
      case when family in (3, 5) then '' else ${unknownKey} end,
      case when family in (3, 4) then '' else ${unknownKey} end, ${corrected.upBytes}, ${corrected.downBytes}, ${corrected.requests}, 0, 0, 0, 0
    from (values (0), (1), (3), (4), (5)) f (family)`.execute(tx);
  await sql`delete from usage_cell_month where family <> 2 and ${within("month")}`.execute(tx);
  await sql`
    insert into usage_cell_month (account_id, family, scope, at, product, country, key,
      ${allColumns})
    select account_id, family, scope, date_trunc('month', at, 'UTC'), product, country, key,
      ${summedColumns}
    from usage_cell_day where family <> 2 and ${within("month")}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
}
