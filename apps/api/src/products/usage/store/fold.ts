/**
 * Folds recent rows into the sums by hour, day and month, of each sub-account and of the whole
 * account. A single statement, so readers see each row either as recent or folded, never both.
 */
import { otherKey } from "@turnpike/rules/usage.ts";
import { sql } from "kysely";
import { type Db, type Tx, transaction } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";
import { addOnConflict, allColumns, summedColumns } from "./columns.ts";

/**
 * The breakdowns that sums are kept by, beside product and sub-account. A `pair` is a country and a
 * domain; `country` is empty in families that do not distinguish it.
 */
export const families = { pair: 0, city: 1, reason: 2, total: 3, country: 4, domain: 5 } as const;
export type Family = keyof typeof families;

/** Keys kept per family with keys and day, for an account and for a sub-account. */
const maxCells = { account: 2_000, subAccount: 500 };
/** Small enough that a batch takes far less than the statement timeout. */
const batchRows = 2_000;
const foldLock = 7_271_833;

/** Folds the oldest rows. Returns how many; 0 while another process folds. */
export function foldRecent(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${foldLock}) as free`.execute(tx);
    return rows[0]?.free === true ? fold(tx) : 0;
  });
}

async function fold(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with moved as (
      delete from usage_recent where id in (
        select id from usage_recent order by id limit ${batchRows})
      returning *
    ), hourly as materialized (
      select account_id, family, scope, hour, date_trunc('day', hour, 'UTC') as day, product,
        case when family in (3, 5) then '' else country end as country,
        case family when 0 then domain when 5 then domain when 1 then city when 2 then reason
          else '' end as key,
        ${summedColumns}
      from moved
      cross join lateral (select ${nilUuid}::uuid as scope union select sub_account_id) s
      join (values (0, true), (1, true), (2, false), (3, true), (4, true), (5, true))
        f (family, plain) on f.plain = (reason = '')
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), ${cellTables()}, ${insertCells("hour")}, ${insertCells("day")}, ${insertCells("month")}
    select count(*) as count from moved`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** If a day has too many keys, the smallest new ones are counted as `(other)`. */
const cellTables = () => sql`
  ranked as materialized (
    select account_id, family, scope, day, product, country, key, bytes, exists (
        select from usage_cell_day known
        where known.account_id = d.account_id and known.family = d.family
          and known.scope = d.scope and known.at = d.day and known.product = d.product
          and known.country = d.country and known.key = d.key) as known
    from (
      select account_id, family, scope, day, product, country, key,
        sum(up_bytes + down_bytes) as bytes
      from hourly where family in (0, 1, 2, 5) group by 1, 2, 3, 4, 5, 6, 7) d
  ), crowd as materialized (
    select account_id, family, scope, day, (
      select count(*) from usage_cell_day kept
      where kept.account_id = s.account_id and kept.family = s.family and kept.scope = s.scope
        and kept.at = s.day) as kept
    from (select distinct account_id, family, scope, day from ranked where not known) s
  ), too_many as (
    select account_id, family, scope, day, product, country, key from (
      select ranked.*, crowd.kept + row_number() over (
          partition by account_id, family, scope, day
          order by bytes desc, product, country, key) as place
      from ranked join crowd using (account_id, family, scope, day) where not known) n
    where place > case when scope = ${nilUuid} then ${sql.lit(maxCells.account)}
      else ${sql.lit(maxCells.subAccount)} end
  ), cell as materialized (
    select h.*, case when o.key is null then h.key else ${sql.lit(otherKey)} end as named
    from hourly h left join too_many o on o.account_id = h.account_id and o.family = h.family
      and o.scope = h.scope and o.day = h.day and o.product = h.product
      and o.country = h.country and o.key = h.key
  )`;

function insertCells(level: "hour" | "day" | "month") {
  const table = `usage_cell_${level}`;
  return sql`${sql.ref(`to_${level}`)} as (
    insert into ${sql.table(table)} (account_id, family, scope, at, product, country, key,
      ${allColumns})
    select account_id, family, scope, date_trunc(${sql.lit(level)}, hour, 'UTC'), product, country,
      named, ${summedColumns}
    from cell group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (account_id, family, scope, at, product, country, key) do update set
      ${addOnConflict(table)}
  )`;
}
