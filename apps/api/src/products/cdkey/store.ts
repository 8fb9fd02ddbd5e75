/** Rows of CDKeys. */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface CdkeyRow {
  id: string;
  batch_id: string;
  /** Null once the maker's account was closed, unless the CDKey is redeemed afterwards. */
  code_sealed: string | null;
  prefix: string;
  kind: CdkeyKind;
  /** The pool of traffic. */
  pool: string;
  amount: number;
  produced_at: Date;
  used_at: Date | null;
  redeemer_id: string | null;
  voided_at: Date | null;
}
const columns = sql.raw(
  "id, batch_id, code_sealed, prefix, kind, pool, amount, produced_at, used_at, redeemer_id, voided_at",
);

/** The stored form of a code: its lookup hash, the sealed code and its first group. */
export interface SealedCode {
  lookup: string;
  code_sealed: string;
  prefix: string;
}

/** Inserts CDKeys of equal value, so that newest-first lists keep the order of `codes`. */
export async function insertBatch(
  tx: Tx,
  batch: {
    id: string;
    accountId: string;
    kind: CdkeyKind;
    pool: string;
    amount: number;
    at: Date;
    codes: ({ id: string } & SealedCode)[];
  },
): Promise<void> {
  await sql`
    insert into cdkey
      (id, account_id, batch_id, lookup, code_sealed, prefix, kind, pool, amount, produced_at)
    select given.id, ${batch.accountId}::uuid, ${batch.id}::uuid, given.lookup, given.code_sealed,
      given.prefix, ${batch.kind}, ${batch.pool}, ${batch.amount}::int, ${batch.at}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(batch.codes)}::jsonb)
      as (id uuid, lookup text, code_sealed text, prefix text)) with ordinality
      as given (id, lookup, code_sealed, prefix, n)
    order by n desc`.execute(tx);
}

/** A CDKey with the account that made it. */
export type FoundCdkey = CdkeyRow & { account_id: string };

/** Returns the CDKey with one of these lookup hashes, or null. */
export async function findByLookup(db: Db, lookups: string[]): Promise<FoundCdkey | null> {
  const { rows } = await sql<FoundCdkey>`
    select ${columns}, account_id from cdkey where lookup = any(${lookups}::text[])`.execute(db);
  return rows[0] ?? null;
}

/** The places of all CDKeys of batches among those of their own, by id. */
export async function ranksInBatch(tx: Tx, batchIds: string[]): Promise<Map<string, number>> {
  if (batchIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; rank: number }>`
    select id, row_number() over (partition by batch_id order by position) - 1 as rank
    from cdkey where batch_id = any(${batchIds}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** Marks a CDKey as redeemed and stores its code. Returns false if already redeemed or void. */
export async function markRedeemed(
  tx: Tx,
  redemption: { id: string; redeemerId: string; now: Date; code: SealedCode },
): Promise<boolean> {
  const done = await sql`
    update cdkey set used_at = ${redemption.now}, redeemer_id = ${redemption.redeemerId},
      code_sealed = coalesce(code_sealed, ${redemption.code.code_sealed}), prefix = ${redemption.code.prefix}
    where id = ${redemption.id} and used_at is null and voided_at is null`.execute(tx);
  return done.numAffectedRows === 1n;
}

export type VoidReason = "arrears" | "operator";
/** A CDKey as it is reported after voiding, or when it was redeemed before it could be voided. */
export type VoidedCdkey = Pick<
  CdkeyRow,
  "id" | "batch_id" | "prefix" | "kind" | "pool" | "amount" | "produced_at"
>;

/** Marks unused CDKeys of an account as void under one `voidId`, and returns them. */
export async function markVoid(
  tx: Tx,
  given: {
    accountId: string;
    which: { id: string } | { since: Date };
    reason: VoidReason;
    voidId: string;
    now: Date;
  },
): Promise<VoidedCdkey[]> {
  const { accountId, which, reason, voidId, now } = given;
  const named = "id" in which ? sql`id = ${which.id}` : sql`produced_at >= ${which.since}`;
  const { rows } = await sql<VoidedCdkey>`
    update cdkey set voided_at = ${now}, void_id = ${voidId}, void_reason = ${reason}
    where account_id = ${accountId} and ${named} and used_at is null and voided_at is null
    returning id, batch_id, prefix, kind, pool, amount, produced_at`.execute(tx);
  return rows;
}

export type RedeemedCdkey = VoidedCdkey & { used_at: Date; redeemer_id: string };

/** Redeemed CDKeys that an account made at or after `since`, newest first. */
export async function redeemedSince(
  db: Db,
  { accountId, since, limit }: { accountId: string; since: Date; limit: number },
): Promise<RedeemedCdkey[]> {
  const { rows } = await sql<RedeemedCdkey>`
    select id, batch_id, prefix, kind, pool, amount, produced_at, used_at, redeemer_id from cdkey
    where account_id = ${accountId} and produced_at >= ${since} and used_at is not null
      and redeemer_id is not null
    order by position desc limit ${limit}`.execute(db);
  return rows;
}

/** Accounts whose CDKeys many other accounts redeemed since an instant, most accounts first. */
export async function makersForMany(
  db: Db,
  of: { since: Date; atLeast: number; others: number; limit: number },
): Promise<{ accountId: string; count: number; others: string[] }[]> {
  const { rows } = await sql<{ accountId: string; count: number; others: string[] }>`
    select account_id as "accountId", count(*)::int as count,
      (array_agg(redeemer_id order by used_at desc))[1:${sql.lit(of.others)}] as others
    from (select account_id, redeemer_id, max(used_at) as used_at from cdkey
      where used_at >= ${of.since} and redeemer_id <> account_id
      group by account_id, redeemer_id) as redeemed
    group by account_id having count(*) >= ${of.atLeast}
    order by count(*) desc limit ${of.limit}`.execute(db);
  return rows;
}

export interface Page {
  offset: number;
  limit: number;
}

async function page<Row extends CdkeyRow>(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from cdkey where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select ${columns} from cdkey where ${where} order by ${order}
    limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A search: an exact code (`lookups`), or else a code prefix or a redeemer. */
export interface Search {
  lookups: string[] | null;
  /** The start of a code; only its first group (`cdkeyGroup`) is searchable. */
  prefix: string | null;
  redeemer: RawBuilder<boolean>;
}

export type CdkeyStatus = "unused" | "used" | "void";
const statuses: Record<CdkeyStatus, RawBuilder<unknown>> = {
  unused: sql`used_at is null and voided_at is null`,
  used: sql`used_at is not null`,
  void: sql`voided_at is not null`,
};

/** A page of the CDKeys that an account made, newest first. */
export function pageOfMade(
  db: Db,
  of: {
    accountId: string;
    status: CdkeyStatus | undefined;
    kind: CdkeyKind | undefined;
    search: Search | undefined;
  },
  which: Page,
) {
  const { status, kind, search } = of;
  const where = [
    sql`account_id = ${of.accountId}`,
    status === undefined ? null : statuses[status],
    kind === undefined ? null : sql`kind = ${kind}`,
    search === undefined ? null : matches(search),
  ];
  const all = where.filter((one) => one !== null);
  return page(db, sql.join(all, sql` and `), sql`position desc`, which);
}

function matches({ lookups, prefix, redeemer }: Search) {
  if (lookups !== null) return sql`lookup = any(${lookups}::text[])`;
  if (prefix === null) return redeemer;
  // `prefix` contains only code characters, so no LIKE wildcards.
  return sql`(prefix like ${`${prefix}%`} or ${redeemer})`;
}

/** A page of the CDKeys that an account redeemed, newest first. */
export function pageOfRedeemed(db: Db, accountId: string, which: Page) {
  const order = sql`used_at desc, position desc`;
  const redeemed = sql`redeemer_id = ${accountId}`;
  return page<CdkeyRow & { used_at: Date }>(db, redeemed, order, which);
}

/** Erases the codes of at most `limit` unredeemed CDKeys that accounts made. Returns how many. */
export async function eraseCodes(tx: Tx, accountIds: string[], limit: number): Promise<number> {
  const done = await sql`
    update cdkey set code_sealed = null, prefix = '' where id in (
      select id from cdkey
      where account_id = any(${accountIds}::uuid[]) and used_at is null
        and code_sealed is not null
      limit ${limit})`.execute(tx);
  return Number(done.numAffectedRows ?? 0n);
}

/** Returns the CDKey with this id, or null. */
export async function findById(db: Db, id: string): Promise<FoundCdkey | null> {
  const { rows } = await sql<FoundCdkey>`
    select ${columns}, account_id from cdkey where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A CDKey's pool as calls show it: only where it is not the first one. */
export const shownPool = (pool: string) => (pool === firstPool ? {} : { pool });
