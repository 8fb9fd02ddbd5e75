/** Usage billed in the ledger, by sub-account. The key of each such entry ends with its id. */
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

const subAccountIdOfKey = sql`right(e.key, 36)::uuid`;
const isSubAccountUsage = sql`e.kind = 'usage' and e.key ~ ':[0-9a-f-]{36}$'`;

/** What one entry took from one bucket for reports that had already been billed. */
export interface RepeatedUsage {
  entryId: number;
  /** Milliseconds since 1970. */
  at: number;
  bucket: string;
  bytes: number;
}

/**
 * Entries up to `lastEntry` for reports that had already been billed, by sub-account. A gateway
 * sends its reports in order: a report billed after later ones of the same epoch, and 7 days or
 * more after its neighbours, is a repeat that was no longer recognised.
 */
export async function repeatedUsage(
  db: Db,
  lastEntry: number,
): Promise<Map<string, RepeatedUsage[]>> {
  const { rows } = await sql<RepeatedUsage & { sub: string }>`
    with e as materialized (
      select e.id, e.at, split_part(e.key, ':', 2) as gateway, split_part(e.key, ':', 3) as epoch,
        split_part(e.key, ':', 4)::bigint as sequence, ${subAccountIdOfKey} as sub
      from ledger_entry e
      where ${isSubAccountUsage} and e.key ~ '^usage:[^:]+:[^:]+:[0-9]{1,15}:[^:]+$' and e.id <= ${lastEntry}
    ), passed as (
      select e.*, max(sequence) over (
          partition by gateway, epoch order by id rows between unbounded preceding and 1 preceding
        ) as furthest
      from e
    ), again as (
      select p.*, coalesce(
          max(at) filter (where furthest is null or sequence >= furthest) over (
            partition by gateway, epoch order by sequence),
          min(at) over (partition by gateway, epoch)) as first_at
      from passed p
    )
    select again.id as "entryId", again.sub, a.bucket, -p.amount as bytes,
      (extract(epoch from again.at) * 1000)::bigint as at
    from again
    join ledger_posting p on p.entry_id = again.id
    join ledger_account a on a.id = p.account_id and a.owner is not null
    where again.sequence < again.furthest and again.at - again.first_at >= interval '7 days'
    order by again.id, p.line`.execute(db);
  const bySub = new Map<string, RepeatedUsage[]>();
  for (const { sub, ...each } of rows) {
    const own = bySub.get(sub);
    if (own) own.push(each);
    else bySub.set(sub, [each]);
  }
  return bySub;
}

/** Billed bytes by sub-account, corrections included. */
export async function billedBySubAccount(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select ${subAccountIdOfKey} as id, -sum(p.amount)::bigint as bytes
    from ledger_entry e join ledger_posting p on p.entry_id = e.id
    join ledger_account a on a.id = p.account_id and a.owner is not null
    where ${isSubAccountUsage} group by 1`.execute(db);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

export interface BilledHours {
  /** Bytes billed for the first time, by the start of the entry's hour. */
  once: Map<number, number>;
  /** The ledger's current total, corrections included. */
  allBytes: number;
  /** Bytes returned by earlier repairs. */
  returnedBytes: number;
}

/** What a sub-account was billed; `repeated` lists the entries that billed a report again. */
export async function billedByHour(
  tx: Tx,
  of: { accountId: string; pool: string; subAccountId: string; repeated: number[] },
): Promise<BilledHours> {
  const { rows } = await sql<{ at: number; kind: "once" | "again" | "repair"; bytes: number }>`
    select (extract(epoch from date_trunc('hour', e.at, 'UTC')) * 1000)::bigint as at,
      case when e.key like 'usage-repair:%' then 'repair'
        when e.id = any(${of.repeated}::bigint[]) then 'again' else 'once' end as kind,
      -sum(p.amount)::bigint as bytes
    from ledger_account a
    join ledger_posting p on p.account_id = a.id
    join ledger_entry e on e.id = p.entry_id
    where a.owner = ${of.accountId} and a.asset = ${assetOfPool(of.pool)}
      and ${isSubAccountUsage} and right(e.key, 36) = ${of.subAccountId}
    group by 1, 2`.execute(tx);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
  const sum = (some: typeof rows) => some.reduce((all, { bytes }) => all + bytes, 0);
  return {
    once: new Map(ofKind("once").map(({ at, bytes }) => [at, bytes])),
    allBytes: sum(rows),
    returnedBytes: -sum(ofKind("repair")),
  };
}

/** Whether any of these keys was posted. */
export async function isAnyPosted(tx: Tx, keys: string[]): Promise<boolean> {
  const found = await sql`
    select from ledger_key where key = any(${keys}::text[]) limit 1`.execute(tx);
  return found.rows.length > 0;
}
