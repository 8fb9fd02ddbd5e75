/** Rows of unlimited plans at their end: release and erasure. */
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type PlanRow, planColumns } from "./plans.ts";

/** Accounts above `after`, ordered by id, with plans due to be released. */
export async function accountsEnded(
  db: Db,
  { until, after, limit }: { until: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from unlimited_plan
    where released_at is null and expires_at <= ${until} and account_id > ${after}::uuid
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of an account's plans due to be released, above `after`. */
export async function endedPlanIds(
  db: Db,
  {
    accountId,
    until,
    after,
    limit,
  }: { accountId: string; until: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unlimited_plan
    where account_id = ${accountId} and released_at is null and expires_at <= ${until}
      and id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks a plan that is still due; null if it is not, or another transaction has locked it. */
export async function lockEnded(tx: Tx, id: string, until: Date): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and released_at is null and expires_at <= ${until}
    for no key update skip locked`.execute(tx);
  return rows[0] ?? null;
}

const endUnreported = sql`released_at is null and end_told_for is distinct from expires_at`;

export interface UnreportedEnd {
  id: string;
  accountId: string;
  endsAt: Date;
}
/** Ended plans whose end was not reported yet, ordered by their end. */
export async function unreportedEnds(
  db: Db,
  {
    now,
    after,
    limit,
  }: { now: Date; after: Pick<UnreportedEnd, "endsAt" | "id"> | null; limit: number },
): Promise<UnreportedEnd[]> {
  const behind = after ? sql`(expires_at, id) > (${after.endsAt}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<UnreportedEnd>`
    select id, account_id as "accountId", expires_at as "endsAt" from unlimited_plan
    where ${endUnreported} and expires_at <= ${now} and ${behind}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Locks one of them; null if it was renewed or another transaction has locked it. */
export async function lockUnreportedEnd(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and ${endUnreported} and expires_at <= ${now}
    for no key update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Records that the plan's current end was reported. */
export async function markEndReported(tx: Tx, id: string): Promise<void> {
  await sql`update unlimited_plan set end_told_for = expires_at where id = ${id}`.execute(tx);
}

/** Locks all unreleased plans of accounts, ordered by id. */
export async function lockLiveOf(tx: Tx, accountIds: string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where account_id = any(${accountIds}::uuid[]) and released_at is null
    order by id for no key update`.execute(tx);
  return rows;
}

/** A verifier that no credentials match: 32 zero bytes in hex. */
const noVerifier = "0".repeat(64);
/** Erases the credentials of a port. */
const erasedCredentials = sql`sealed_password = '', verifier = ${sql.lit(noVerifier)}`;

/**
 * Releases locked plans: erases their credentials and frees their port numbers. Returns the ids of
 * the released ports. Names stay for the request log.
 */
export async function setReleased(tx: Tx, planIds: string[], now: Date): Promise<string[]> {
  // Lock ports in the order of ids, as all code that locks several does, to avoid deadlocks.
  await sql`
    select from unlimited_port where plan_id = any(${planIds}::uuid[]) and released_at is null
    order by id for no key update`.execute(tx);
  await sql`
    update unlimited_plan set released_at = ${now}, whitelist = '{}'
    where id = any(${planIds}::uuid[]) and released_at is null`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    update unlimited_port set released_at = ${now}, open = false, trouble = '', trouble_code = '', ${erasedCredentials}
    where plan_id = any(${planIds}::uuid[]) and released_at is null returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Erases names, remarks, formats and credentials of all plans of accounts. */
export async function eraseNames(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    update unlimited_plan set whitelist = '{}'
    where account_id = any(${accountIds}::uuid[]) and whitelist <> '{}'`.execute(tx);
  await sql`
    update unlimited_port set ${erasedCredentials}, name = 'closed', remark = '', format = ${defaultTemplate}
    where account_id = any(${accountIds}::uuid[])
      and (name <> 'closed' or remark <> '' or sealed_password <> ''
        or format <> ${defaultTemplate})`.execute(tx);
}

/** The number of an account's plans that are not released. */
export async function countLiveOf(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unlimited_plan
    where account_id = ${accountId} and released_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids of an account's ports that gateways know. */
export async function livePortIdsOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where p.account_id = ${accountId} and o.released_at is null`.execute(db);
  return rows.map(({ id }) => id);
}
