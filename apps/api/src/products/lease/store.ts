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
  /** Where its bytes come from: the account's unallotted rest, or the sub-account's allotment. */
  source: "main" | "sub";
  /** The pool of its sub-account. */
  pool: string;
  /** The target budget of the sub-account that its bytes count against; null: none. */
  target: string | null;
  leased_bytes: number;
  used_bytes: number;
  /** The part of `used_bytes` that is posted to the ledger. */
  posted_bytes: number;
  /** When the oldest unposted bytes were used; null if all are posted. */
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
    insert into lease (id, account_id, sub_account_id, gateway, epoch, source, pool, target,
      leased_bytes, created_at, expires_at)
    values (${row.id}, ${row.account_id}, ${row.sub_account_id}, ${row.gateway}, ${row.epoch},
      ${row.source}, ${row.pool}, ${row.target}, ${row.leased_bytes}, ${row.created_at}, ${row.expires_at})`.execute(
    tx,
  );
}

/** Returns leases by id without locking them. */
export async function leasesByIds(db: Db | Tx, ids: string[]): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`
    select * from lease where id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return rows;
}

/** Locks leases, ordered by id. Lock their sub-accounts first. */
export async function lockLeases(tx: Tx, ids: string[]): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`
    select * from lease where id = any(${ids.filter(isUuid)}::uuid[])
    order by id for update`.execute(tx);
  return rows;
}

/** Adds billed bytes to leases; they are posted later. */
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

/** Adds bytes carried under leases that are already settled; the caller posts them at once. */
export async function addReturnedUse(tx: Tx, uses: { id: string; bytes: number }[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update lease set used_bytes = used_bytes + use.bytes, posted_bytes = posted_bytes + use.bytes
    from unnest(${uses.map((use) => use.id)}::uuid[], ${uses.map((use) => use.bytes)}::bigint[])
      as use (id, bytes)
    where lease.id = use.id and settled_at is not null`.execute(tx);
}

/** Ids of leases with unposted usage that no other transaction has locked, oldest usage first. */
export async function unpostedIds(db: Db, except: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where unposted_since is not null and id <> all(${except}::uuid[])
    order by unposted_since, id limit ${limit} for update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks leases with unposted usage: those among `ids` that no other transaction has locked, or at
 * most `limit` of the sub-accounts.
 */
export async function lockUnposted(
  tx: Tx,
  of: { ids: string[] } | { subAccountIds: string[]; limit: number },
): Promise<LeaseRow[]> {
  const { rows } =
    "ids" in of
      ? await sql<LeaseRow>`
          select * from lease where unposted_since is not null and id = any(${of.ids}::uuid[])
          order by unposted_since, id for update skip locked`.execute(tx)
      : await sql<LeaseRow>`
          select * from lease
          where unposted_since is not null and sub_account_id = any(${of.subAccountIds}::uuid[])
          order by id limit ${of.limit} for update`.execute(tx);
  return rows;
}

/** Marks all usage of locked leases as posted. */
export async function markPosted(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update lease set posted_bytes = used_bytes, unposted_since = null
    where id = any(${ids}::uuid[])`.execute(tx);
}

export async function markSettled(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update lease set settled_at = ${at} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Those of these sub-accounts, given with their accounts, that a node holds leases for. */
export async function liveLeasesOf(
  db: Db,
  { node, accounts }: { node: string; accounts: ReadonlyMap<string, string> },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...accounts.keys()]}::uuid[], ${[...accounts.values()]}::uuid[])
      as given (id, account_id)
    where exists (
      select from lease l where l.account_id = given.account_id and l.sub_account_id = given.id
        and l.settled_at is null and l.gateway ~ ('^' || ${node} || '-[0-9]{1,2}$'))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of unsettled leases that expired before an instant, at most 500. */
export async function overdueLeases(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and expires_at < ${before}
    order by expires_at limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** The number of open leases and their unused bytes. */
export async function outstandingLeases(db: Db): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes
    from lease where settled_at is null`.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/**
 * Unused bytes that gateways have on lease for a sub-account; with a `target`, only those leased
 * against that target's budget. The account is for the index.
 */
export async function leasedBytesOf(
  tx: Tx,
  { account_id: accountId, id }: { account_id: string; id: string },
  target: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes from lease
    where account_id = ${accountId} and sub_account_id = ${id} and settled_at is null
      and (${target}::text is null or target = ${target})`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Whether a worker has at least `count` open leases for a sub-account, in all its runs. */
export async function hasOpenLeases(
  db: Db,
  of: { accountId: string; subAccountId: string; gateway: string; count: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from lease where account_id = ${of.accountId} and sub_account_id = ${of.subAccountId}
      and settled_at is null and gateway = ${of.gateway}
    offset ${of.count - 1} limit 1`.execute(db);
  return rows.length > 0;
}

/** Unused bytes on lease from a sub-account's allotment. */
export async function leasedAllotmentBytes(tx: Tx, subAccountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(leased_bytes - used_bytes), 0)::bigint as bytes from lease
    where sub_account_id = ${subAccountId} and source = 'sub' and settled_at is null`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/**
 * Ids of a gateway run's open leases from before an instant, except `leaseIds`; at most 500. Both lists
 * may be long: compared with each other one by one, they would keep the database busy for seconds.
 */
export async function unheldLeases(
  db: Db,
  request: { gateway: string; epoch: string; leaseIds: string[]; before: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and gateway = ${request.gateway}
      and epoch = ${request.epoch} and created_at < ${request.before}
    except select unnest(${request.leaseIds.filter(isUuid)}::uuid[])
    limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of these gateways' open leases, at most 500. */
export async function openLeasesOf(db: Db, gateways: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from lease where settled_at is null and gateway = any(${gateways}::text[])
    order by id limit 500`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes leases that were settled before an instant and are fully posted, at most 10,000. */
export async function removeSettled(db: Db, before: Date): Promise<void> {
  await sql`
    delete from lease where id in (
      select id from lease where settled_at < ${before} and unposted_since is null
      order by settled_at limit 10000)`.execute(db);
}
