/** Rows of leases. The only file that names their table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";

export interface LeaseRow {
  id: string;
  account_id: string;
  sub_account_id: string;
  gateway: string;
  epoch: string;
  /** Where its bytes were taken from: the account's rest, or the sub-account's allotment. */
  source: "main" | "sub";
  /** The entry of the sub-account's budgets that its bytes are for; null: any other target. */
  target: string | null;
  leased_bytes: number;
  used_bytes: number;
  /** Of `used_bytes`, what the ledger has as usage. */
  posted_bytes: number;
  /** When the first of what is not posted was used; null where all is. */
  unposted_since: Date | null;
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
}

export async function insertLease(
  tx: Tx,
  row: Omit<LeaseRow, "used_bytes" | "posted_bytes" | "unposted_since" | "settled_at">,
): Promise<void> {
  await sql`
    insert into lease (id, account_id, sub_account_id, gateway, epoch, source, target,
      leased_bytes, created_at, expires_at)
    values (${row.id}, ${row.account_id}, ${row.sub_account_id}, ${row.gateway}, ${row.epoch},
      ${row.source}, ${row.target}, ${row.leased_bytes}, ${row.created_at}, ${row.expires_at})`.execute(
    tx,
  );
}

/** Leases by id, without a lock. */
export async function leasesByIds(db: Db | Tx, ids: string[]): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`
    select * from lease where id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return rows;
}

/** Locks leases in the order of ids. Lock their sub-accounts first. */
export async function lockLeases(tx: Tx, ids: string[]): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`
    select * from lease where id = any(${ids.filter(isUuid)}::uuid[])
    order by id for update`.execute(tx);
  return rows;
}

/** Counts what was billed of leases; it is posted later. */
export async function addLeaseUse(
  tx: Tx,
  uses: { id: string; bytes: number }[],
  at: Date,
): Promise<void> {
  const ids = uses.map((use) => use.id);
  const bytes = uses.map((use) => use.bytes);
  await sql`
    update lease set used_bytes = used_bytes + use.bytes,
      unposted_since = coalesce(unposted_since, ${at})
    from unnest(${ids}::uuid[], ${bytes}::bigint[]) as use (id, bytes)
    where lease.id = use.id and use.bytes > 0`.execute(tx);
}

/** Counts what was carried under leases before they were settled, and is posted at once. */
export async function addReturnedUse(tx: Tx, uses: { id: string; bytes: number }[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update lease set used_bytes = used_bytes + use.bytes, posted_bytes = posted_bytes + use.bytes
    from unnest(${uses.map((use) => use.id)}::uuid[], ${uses.map((use) => use.bytes)}::bigint[])
      as use (id, bytes)
    where lease.id = use.id and settled_at is not null`.execute(tx);
}

/**
 * Locks leases with usage that is not posted: of these sub-accounts, or, for null, of any, without
 * those that somebody else has locked; the oldest first, `limit` at most.
 */
export async function lockUnposted(
  tx: Tx,
  subAccountIds: string[] | null,
  limit: number,
): Promise<LeaseRow[]> {
  const { rows } =
    subAccountIds === null
      ? await sql<LeaseRow>`
          select * from lease where unposted_since is not null
          order by unposted_since, id limit ${limit} for update skip locked`.execute(tx)
      : await sql<LeaseRow>`
          select * from lease
          where unposted_since is not null and sub_account_id = any(${subAccountIds}::uuid[])
          order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** All that was used of locked leases is posted. */
export async function markPosted(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update lease set posted_bytes = used_bytes, unposted_since = null
    where id = any(${ids}::uuid[])`.execute(tx);
}

export async function markSettled(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update lease set settled_at = ${at} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Ids of leases that expired before an instant and were never settled; 500 at most. */
export async function overdueLeases(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and expires_at < ${before}
    order by expires_at limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** How many leases are out, and bytes of them that were not billed yet. */
export async function leasesOut(db: Db): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes
    from lease where settled_at is null`.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/**
 * Bytes that gateways have on lease for a sub-account and that were not billed yet; with a `target` for
 * that entry of its budgets alone.
 */
export async function leasedBytesOf(
  tx: Tx,
  subAccountId: string,
  target: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes from lease
    where sub_account_id = ${subAccountId} and settled_at is null
      and (${target}::text is null or target = ${target})`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Bytes on lease that came from a sub-account's allotment and were not billed yet. */
export async function openAllotted(tx: Tx, subAccountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes from lease
    where sub_account_id = ${subAccountId} and source = 'sub' and settled_at is null`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Ids of open leases of a gateway's run from before an instant, without those it holds; 500 at most. */
export async function unheldLeases(
  db: Db,
  asked: { gateway: string; epoch: string; leaseIds: string[]; before: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and gateway = ${asked.gateway}
      and epoch = ${asked.epoch}
      and created_at < ${asked.before} and id <> all(${asked.leaseIds.filter(isUuid)}::uuid[])
    order by expires_at limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of open leases of these gateways; 500 at most. */
export async function openLeasesOf(db: Db, gateways: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and gateway = any(${gateways}::text[])
    order by id limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** Forgets leases that were settled before an instant and are posted; 10,000 at most. */
export async function removeSettled(db: Db, before: Date): Promise<void> {
  await sql`
    delete from lease where id in (
      select id from lease where settled_at < ${before} and unposted_since is null
      order by settled_at limit 10000)`.execute(db);
}
