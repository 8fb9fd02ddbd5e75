/** Rows of static IPs by their ends: what is due for renewal, has ended, or is to be given back. */
import { expiringMs } from "@turnpike/rules/static-ip.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { shut, type StaticRow, staticColumns } from "./static-ips.ts";

/** The instants that bound what is due for auto-renew (`rules/static-renewal.ts` decides again). */
export interface DueBounds {
  now: Date;
  /** Ends up to here are near enough. */
  ahead: Date;
  /** Ends up to here are too long ago. */
  past: Date;
}

const due = ({ now, ahead, past }: DueBounds) => sql`
  auto_renew and released_at is null and expires_at <= ${ahead} and expires_at > ${past}
  and (expires_at > ${now} or renew_failed_for is distinct from expires_at)`;

/** Accounts above `after` (in the order of ids) that have something due. */
export async function accountsDue(
  db: Db,
  { bounds, after, limit }: { bounds: DueBounds; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from static_ip
    where ${due(bounds)} and account_id > ${after}::uuid order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Period = Pick<StaticRow, "term" | "days">;
export type DueStatic = Period & Pick<StaticRow, "id" | "expires_at">;
export interface DueOf {
  accountId: string;
  bounds: DueBounds;
  /** Those behind this one; null: from the first. */
  after: DueStatic | null;
  /** Periods that are left out. */
  except: Period[];
  limit: number;
}
/** What is due of an account, what ends first first. */
export async function dueOf(
  db: Db,
  { accountId, bounds, after, except, limit }: DueOf,
): Promise<DueStatic[]> {
  const behind = after
    ? sql`(expires_at, id) > (${after.expires_at}, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<DueStatic>`
    select id, term, days, expires_at from static_ip
    where account_id = ${accountId} and ${due(bounds)} and ${behind}
      and not exists (select from jsonb_to_recordset(${JSON.stringify(except)}::jsonb)
        as beyond (term text, days int)
        where beyond.term = static_ip.term and beyond.days = static_ip.days)
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** One of them, locked; null where somebody else is at it. */
export async function lockIfFree(tx: Tx, id: string): Promise<StaticRow | null> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip where id = ${id} for no key update skip locked`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Those of an account that are due and were not tried in vain for this end, locked. */
export async function lockUnreported(
  tx: Tx,
  { accountId, bounds, limit }: { accountId: string; bounds: DueBounds; limit: number },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = ${accountId} and ${due(bounds)}
      and renew_failed_for is distinct from expires_at
    order by id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/** Auto-renew could not pay for the end ahead of these. */
export async function setRenewFailed(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update static_ip set renew_failed_for = expires_at
    where id = any(${ids}::uuid[])`.execute(tx);
}

/** New ends of rows that the transaction has locked: their end may be noted, and tried for, anew. */
export async function setRenewed(
  tx: Tx,
  renewed: { id: string; expiresAt: Date }[],
  days: number,
): Promise<void> {
  const ids = renewed.map(({ id }) => id);
  const ends = renewed.map(({ expiresAt }) => expiresAt.toISOString());
  await sql`
    update static_ip s set expires_at = given.ends, days = ${days}, renew_failed_for = null,
      end_noted = false, swaps = 0
    from unnest(${ids}::uuid[], ${ends}::timestamptz[]) as given (id, ends)
    where s.id = given.id`.execute(tx);
}

/** What the clock does to an IP that has ended. */
export type EndStep = "note" | "release";
const steps = {
  note: sql`not end_noted and released_at is null`,
  release: sql`released_at is null`,
};
interface Ended {
  step: EndStep;
  /** Ends up to here, which counts. */
  until: Date;
  limit: number;
}

/** Accounts above `after` (in the order of ids) of which something has ended. */
export async function accountsEnded(
  db: Db,
  { step, until, after, limit }: Ended & { after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from static_ip
    where ${steps[step]} and expires_at <= ${until} and account_id > ${after}::uuid
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids above `after` of what has ended of an account. */
export async function endedOf(
  db: Db,
  { accountId, step, until, after, limit }: Ended & { accountId: string; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from static_ip
    where account_id = ${accountId} and ${steps[step]} and expires_at <= ${until}
      and id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of them that have ended still, locked; what somebody else is at is left out. */
export async function lockEnded(
  tx: Tx,
  { ids, step, until }: Omit<Ended, "limit"> & { ids: string[] },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where id = any(${ids}::uuid[]) and ${steps[step]} and expires_at <= ${until}
    order by id for no key update skip locked`.execute(tx);
  return rows;
}

export async function setEndNoted(tx: Tx, ids: string[]): Promise<void> {
  await sql`update static_ip set end_noted = true where id = any(${ids}::uuid[])`.execute(tx);
}

export async function setReleased(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`
    update static_ip set released_at = ${now} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Takes those that ended long ago off the lists, without what let anybody in; answers how many. */
export async function hideEnded(
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update static_ip set deleted_at = ${now}, ${shut} where id in (
      select id from static_ip
      where released_at is not null and deleted_at is null and expires_at <= ${before}
      limit ${limit} for no key update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The long term: a threshold shorter than the period holds; the short term: its hours alone do. */
const bounded = { static: sql`days * interval '1 day'`, short: sql`interval '0'` };
/**
 * A query of account_id, id and ends_at of those of a term that nothing will renew by itself. Who
 * wants an alert `long` ahead, or more, gets it `late` ahead: never of what was just taken.
 */
export const endingRows = (term: StaticRow["term"]) => sql`
  select account_id, id, expires_at as ends_at, ${bounded[term]} as long,
    ${sql.lit(expiringMs[term])} * interval '1 millisecond' as late from static_ip
  where term = ${sql.lit(term)} and released_at is null
    and not (auto_renew and renew_failed_for is distinct from expires_at)`;

/** Addresses of the named, by id. */
export async function addressesByIds(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; ip: string }>`
    select id, host(ip) as ip from static_ip
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, ip }) => [id, ip]));
}
