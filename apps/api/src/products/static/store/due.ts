/** Rows of static IPs by their end: due for renewal, ended, or to be released. */
import { expiringMs } from "@turnpike/rules/static-ip.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { erasedCredentials, type StaticRow, staticColumns } from "./static-ips.ts";

/** Time bounds of rows due for auto-renew (`rules/static-renewal.ts` makes the final decision). */
export interface DueBounds {
  now: Date;
  /** Later ends are not due yet. */
  ahead: Date;
  /** Ends up to here are too old to renew. */
  past: Date;
}

const isDue = ({ now, ahead, past }: DueBounds) => sql`
  auto_renew and released_at is null and expires_at <= ${ahead} and expires_at > ${past}
  and (expires_at > ${now} or renew_failed_for is distinct from expires_at)`;

/** Accounts above `after`, ordered by id, with IPs that are due. */
export async function accountsDue(
  db: Db,
  { bounds, after, limit }: { bounds: DueBounds; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from static_ip
    where ${isDue(bounds)} and account_id > ${after}::uuid order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Period = Pick<StaticRow, "term" | "days">;
export type DueStatic = Period & Pick<StaticRow, "id" | "expires_at">;
export interface DueStaticsRequest {
  accountId: string;
  bounds: DueBounds;
  /** Rows after this one; null: from the first. */
  after: DueStatic | null;
  /** Periods to leave out. */
  except: Period[];
  limit: number;
}
/** An account's due IPs, ordered by their end. */
export async function dueStaticsOf(
  db: Db,
  { accountId, bounds, after, except, limit }: DueStaticsRequest,
): Promise<DueStatic[]> {
  const behind = after
    ? sql`(expires_at, id) > (${after.expires_at}, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<DueStatic>`
    select id, term, days, expires_at from static_ip
    where account_id = ${accountId} and ${isDue(bounds)} and ${behind}
      and not exists (select from jsonb_to_recordset(${JSON.stringify(except)}::jsonb)
        as beyond (term text, days int)
        where beyond.term = static_ip.term and beyond.days = static_ip.days)
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Locks a row; null if another transaction has locked it. */
export async function lockIfFree(tx: Tx, id: string): Promise<StaticRow | null> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip where id = ${id} for no key update skip locked`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Locks an account's due rows for whose current end no failure is recorded yet. */
export async function lockUnreportedFailures(
  tx: Tx,
  { accountId, bounds, limit }: { accountId: string; bounds: DueBounds; limit: number },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = ${accountId} and ${isDue(bounds)}
      and renew_failed_for is distinct from expires_at
    order by id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/** Records that auto-renew failed for the current end of these rows. */
export async function setRenewFailed(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update static_ip set renew_failed_for = expires_at
    where id = any(${ids}::uuid[])`.execute(tx);
}

/** Sets new ends of locked rows; the next end can be recorded, and fail to renew, anew. */
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

/** The step that a job performs on ended IPs. */
export type EndStep = "note" | "release";
const steps = {
  note: sql`not end_noted and released_at is null`,
  release: sql`released_at is null`,
};
interface EndedFilter {
  step: EndStep;
  /** Inclusive upper bound of ends. */
  until: Date;
  limit: number;
}

/** Accounts above `after`, ordered by id, with ended IPs. */
export async function accountsEnded(
  db: Db,
  { step, until, after, limit }: EndedFilter & { after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from static_ip
    where ${steps[step]} and expires_at <= ${until} and account_id > ${after}::uuid
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of an account's ended IPs above `after`. */
export async function endedStaticIds(
  db: Db,
  { accountId, step, until, after, limit }: EndedFilter & { accountId: string; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from static_ip
    where account_id = ${accountId} and ${steps[step]} and expires_at <= ${until}
      and id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks those of the rows that are still to be processed, skipping rows locked by others. */
export async function lockEnded(
  tx: Tx,
  { ids, step, until }: Omit<EndedFilter, "limit"> & { ids: string[] },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where id = any(${ids}::uuid[]) and ${steps[step]} and expires_at <= ${until}
    order by id for no key update skip locked`.execute(tx);
  return rows;
}

export async function markEndsRecorded(tx: Tx, ids: string[]): Promise<void> {
  await sql`update static_ip set end_noted = true where id = any(${ids}::uuid[])`.execute(tx);
}

export async function setReleased(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`
    update static_ip set released_at = ${now} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Hides IPs that ended before an instant and erases their credentials. Returns how many. */
export async function hideEnded(
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update static_ip set deleted_at = ${now}, ${erasedCredentials} where id in (
      select id from static_ip
      where released_at is not null and deleted_at is null and expires_at <= ${before}
      limit ${limit} for no key update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The value of `long`: the period of long-term IPs; 0 for short-term ones (always `late`). */
const bounded = { static: sql`days * interval '1 day'`, short: sql`interval '0'` };
/**
 * A subquery of account_id, id and ends_at of a term's IPs that nothing will renew automatically.
 * An alert set to `long` or more ahead is sent `late` ahead: never right after the purchase.
 */
export const endingRows = (term: StaticRow["term"]) => sql`
  select account_id, id, expires_at as ends_at, ${bounded[term]} as long,
    ${sql.lit(expiringMs[term])} * interval '1 millisecond' as late from static_ip
  where term = ${sql.lit(term)} and released_at is null
    and not (auto_renew and renew_failed_for is distinct from expires_at)`;

/** Addresses of static IPs by id. */
export async function addressesByIds(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; ip: string }>`
    select id, host(ip) as ip from static_ip
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, ip }) => [id, ip]));
}
