/**
 * Lots: parts of a holding that end (spec/money#expiry). `ledger_post` fills them by lines with
 * `expiresAt`, and takes from the one that ends first. A holding without lots never reads them.
 */
import { type LotPart, lotsLeft } from "@turnpike/rules/lots.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import type { Line } from "./post.ts";

/** Lines that credit a bucket with parts that end at different instants. */
export function linesOfParts(to: Omit<Line, "amount">, parts: readonly LotPart[]): Line[] {
  return parts.map(({ bytes: amount, expiresAt }) => {
    return expiresAt === null ? { ...to, amount } : { ...to, amount, expiresAt };
  });
}

/** What an entry took from lots, by owner and asset, the first to end first. */
export async function partsTaken(
  tx: Tx,
  keys: string[],
): Promise<(of: { key: string; owner: string; asset: string }) => LotPart[]> {
  const { rows } = await sql<{
    key: string;
    owner: string;
    asset: string;
    bytes: number;
    expires_at: Date;
  }>`
    select k.key, l.owner, l.asset, -(taken.part ->> 1)::bigint as bytes, lot.expires_at
    from ledger_key k
    join ledger_line l on l.entry_id = k.entry_id
    cross join lateral jsonb_array_elements(l.lots) with ordinality as taken (part, n)
    join ledger_lot lot on lot.id = (taken.part ->> 0)::bigint
    where k.key = any(${keys}::text[]) and l.amount < 0 and l.lots is not null
    order by k.key, l.owner, l.asset, taken.n`.execute(tx);
  return ({ key, owner, asset }) =>
    rows
      .filter((row) => row.key === key && row.owner === owner && row.asset === asset)
      .map(({ bytes, expires_at }) => ({ bytes, expiresAt: expires_at }));
}

/** How many ends a holder is shown. */
const shownEnds = 100;

/** What an owner has that ends, the first to end first: at most 100 ends of each asset. */
export async function lotsOf(
  db: Db,
  owner: string,
  now: number,
): Promise<{ asset: Asset; bytes: number; at: Date }[]> {
  const { rows } = await sql<{ asset: string; pending: number; bytes: number; at: Date }>`
    select h.asset, h.pending, lot.bytes, lot.at from ledger_holding h
    cross join lateral (
      select expires_at as at, sum(remaining)::bigint as bytes from ledger_lot
      where owner = h.owner and asset = h.asset and remaining > 0
      group by expires_at order by expires_at limit ${shownEnds}) lot
    where h.owner = ${owner} and h.expires order by h.asset, lot.at`.execute(db);
  const left = [...Map.groupBy(rows, ({ asset }) => asset)].flatMap(([asset, lots]) =>
    lotsLeft(lots, { pendingBytes: lots[0]?.pending ?? 0, now }).map((lot) => {
      return { asset: asset as Asset, ...lot };
    }),
  );
  return left.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Whose lots have ended: an owner and an asset. */
export interface EndedHolding {
  owner: string;
  asset: Asset;
}

/** Holdings with lots that ended, in order after one of them, at most `limit`. */
export async function holdingsWithEnded(
  db: Db,
  { now, after, limit }: { now: Date; after: EndedHolding | null; limit: number },
): Promise<EndedHolding[]> {
  const isAfter =
    after === null ? sql`true` : sql`(owner, asset) > (${after.owner}::uuid, ${after.asset}::text)`;
  const { rows } = await sql<{ owner: string; asset: string }>`
    select owner, asset from ledger_lot
    where remaining > 0 and expires_at <= ${now} and ${isAfter}
    group by owner, asset order by owner, asset limit ${limit}`.execute(db);
  return rows as EndedHolding[];
}

/** A bucket of a holding and what is not reserved in it. */
export interface FreeBucket {
  bucket: string;
  free: number;
}

/**
 * What of a holding ended and is not reserved, with its buckets: bytes that gateways had on lease
 * are used of the lot that ends first. Locks the buckets, and so the lots, until the transaction ends.
 */
export async function lockEnded(
  tx: Tx,
  { owner, asset }: EndedHolding,
  now: Date,
): Promise<{ bytes: number; lastEnd: Date | null; buckets: FreeBucket[] }> {
  const locked = await sql<{ bucket: string; balance: number; reserved: number }>`
    select bucket, balance, reserved from ledger_account
    where owner = ${owner} and asset = ${asset}
    order by bucket for no key update`.execute(tx);
  const { rows } = await sql<{ bytes: number; last_end: Date | null }>`
    select coalesce(sum(remaining), 0)::bigint as bytes, max(expires_at) as last_end from ledger_lot
    where owner = ${owner} and asset = ${asset} and remaining > 0 and expires_at <= ${now}`.execute(
    tx,
  );
  const { bytes: ended = 0, last_end: lastEnd = null } = rows[0] ?? {};
  const reserved = locked.rows.reduce((sum, row) => sum + row.reserved, 0);
  const buckets = locked.rows.map((row) => {
    return { bucket: row.bucket, free: row.balance - row.reserved };
  });
  return { bytes: Math.max(0, ended - reserved), lastEnd, buckets };
}

/** A lot that ends soon. */
export interface EndingLot {
  id: number;
  owner: string;
  asset: Asset;
  bytes: number;
  grantedAt: Date;
  expiresAt: Date;
  warnedDays: number | null;
}

const endingColumns = sql.raw(`lot.id, lot.owner, lot.asset, lot.remaining as bytes,
  e.at as "grantedAt", lot.expires_at as "expiresAt", lot.warned_days as "warnedDays"`);

/** Owners after one of them with lots that end until an instant and were not told `days` ahead. */
export async function ownersToWarn(
  db: Db,
  which: { now: Date; until: Date; days: number; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select owner from ledger_lot
    where remaining > 0 and expires_at > ${which.now} and expires_at < ${which.until}
      and coalesce(warned_days, 32767) > ${which.days} and owner > ${which.after}::uuid
    group by owner order by owner limit ${which.limit}`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** Locks an owner's lots that end until an instant, the first to end first. */
export async function lockEnding(
  tx: Tx,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<EndingLot[]> {
  const { rows } = await sql<EndingLot>`
    select ${endingColumns} from ledger_lot lot join ledger_entry e on e.id = lot.entry_id
    where lot.owner = ${owner} and lot.remaining > 0
      and lot.expires_at > ${now} and lot.expires_at < ${until}
    order by lot.expires_at, lot.id for no key update of lot`.execute(tx);
  return rows;
}

/** Records that the holder was told of lots this many days ahead. */
export async function markWarned(tx: Tx, ids: number[], days: number): Promise<void> {
  await sql`
    update ledger_lot set warned_days = ${days} where id = any(${ids}::bigint[])`.execute(tx);
}
