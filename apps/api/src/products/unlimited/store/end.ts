/** Rows of unlimited plans at their end: what is closed for good, and what is forgotten then. */
import { defaultTemplate } from "@turnpike/rules/proxy-format.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type PlanRow, planColumns } from "./plans.ts";

/** Accounts above `after` (in the order of ids) that have plans whose time to close has come. */
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

/** Ids above `after` of such plans of an account. */
export async function endedOf(
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

/** The plan, locked, where its time has come still; null where somebody else is at it. */
export async function lockEnded(tx: Tx, id: string, until: Date): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and released_at is null and expires_at <= ${until}
    for no key update skip locked`.execute(tx);
  return rows[0] ?? null;
}

const untold = sql`released_at is null and end_told_for is distinct from expires_at`;

export interface UnreportedEnd {
  id: string;
  accountId: string;
  endsAt: Date;
}
/** Plans that have ended and of which nobody was told, what ended first first. */
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
    where ${untold} and expires_at <= ${now} and ${behind}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** One of them, locked; null where it was renewed meanwhile, or somebody else is at it. */
export async function lockUnreported(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and ${untold} and expires_at <= ${now}
    for no key update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Its end as it is now was told. */
export async function setEndTold(tx: Tx, id: string): Promise<void> {
  await sql`update unlimited_plan set end_told_for = expires_at where id = ${id}`.execute(tx);
}

/** Locks all plans of accounts that were not closed, in the order of ids. */
export async function lockLiveOf(tx: Tx, accountIds: string[]): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where account_id = any(${accountIds}::uuid[]) and released_at is null
    order by id for no key update`.execute(tx);
  return rows;
}

/** What nobody's verifier is: hex of 32 zeros. */
const noVerifier = "0".repeat(64);
/** Takes out of a port what let anybody in. */
const shut = sql`sealed_password = '', verifier = ${sql.lit(noVerifier)}`;

/**
 * Closes plans that the transaction has locked, without what let anybody in: their numbers are free.
 * Answers the ids of the ports that were closed. The names stay for the request log.
 */
export async function setReleased(tx: Tx, planIds: string[], now: Date): Promise<string[]> {
  // As all do who have to do with many: those who wait for each other's ports would end none.
  await sql`
    select from unlimited_port where plan_id = any(${planIds}::uuid[]) and released_at is null
    order by id for no key update`.execute(tx);
  await sql`
    update unlimited_plan set released_at = ${now}, whitelist = '{}'
    where id = any(${planIds}::uuid[]) and released_at is null`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    update unlimited_port set released_at = ${now}, open = false, trouble = '', trouble_code = '', ${shut}
    where plan_id = any(${planIds}::uuid[]) and released_at is null returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes names, words and what let anybody in out of all that accounts had. */
export async function eraseNames(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    update unlimited_plan set whitelist = '{}'
    where account_id = any(${accountIds}::uuid[]) and whitelist <> '{}'`.execute(tx);
  await sql`
    update unlimited_port set ${shut}, name = 'closed', remark = '', format = ${defaultTemplate}
    where account_id = any(${accountIds}::uuid[])
      and (name <> 'closed' or remark <> '' or sealed_password <> ''
        or format <> ${defaultTemplate})`.execute(tx);
}

/** How many plans an account has whose ports are not closed yet. */
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
