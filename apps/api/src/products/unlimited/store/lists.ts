/** Pages of an account's unlimited plans and of their ports, for lists. */
import { planRetentionMs, planExpiringMs, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { type PlanRow, type PortRow, planColumns, portColumns } from "./plans.ts";

/** The number of open ports by plan; plans without any have no entry. */
export async function openPortsOf(db: Db, planIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; open: number }>`
    select plan_id as id, count(*)::int as open from unlimited_port
    where plan_id = any(${planIds}::uuid[]) and open and released_at is null
    group by plan_id`.execute(db);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

export interface PlansScope {
  accountId: string;
  kind: UnlimitedKind;
  now: number;
}

/** Plans that ended before `planRetentionMs` ago are not listed. */
const shownAt = (now: number) => sql`expires_at > ${new Date(now - planRetentionMs)}`;

function inStatus(status: "active" | "expired" | undefined, now: number): RawBuilder<unknown> {
  if (status === undefined) return sql`true`;
  return status === "active"
    ? sql`expires_at > ${new Date(now)}`
    : sql`expires_at <= ${new Date(now)}`;
}

/** A page of an account's plans of a kind, newest first, and their total number. */
export async function pageOfPlans(
  db: Db,
  { accountId, kind, now }: PlansScope,
  request: { status?: "active" | "expired" | undefined; offset: number; limit: number },
): Promise<{ rows: PlanRow[]; total: number }> {
  const where = sql`account_id = ${accountId} and kind = ${kind} and ${shownAt(now)}
    and ${inStatus(request.status, now)}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from unlimited_plan where ${where}`.execute(db);
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan where ${where}
    order by position desc limit ${request.limit} offset ${request.offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface PlansSummary {
  active: number;
  /** Active ones that end soon. */
  expiring: number;
  expired: number;
  /** Total ports, or Mbps, of the active ones. */
  quantity: number;
}
/** Counts an account's listed plans of a kind, and returns their ids. */
export async function planSummaryOf(
  db: Db,
  { accountId, kind, now }: PlansScope,
): Promise<PlansSummary & { ids: string[] }> {
  const active = sql`expires_at > ${new Date(now)}`;
  const soon = sql`expires_at <= ${new Date(now + planExpiringMs)}`;
  const { rows } = await sql<PlansSummary & { ids: string[] }>`
    select count(*) filter (where ${active})::int as active,
      count(*) filter (where ${active} and ${soon})::int as expiring,
      count(*) filter (where not ${active})::int as expired,
      coalesce(sum(quantity) filter (where ${active}), 0)::bigint as quantity,
      coalesce(array_agg(id), '{}') as ids
    from unlimited_plan
    where account_id = ${accountId} and kind = ${kind} and ${shownAt(now)}`.execute(db);
  return rows[0] ?? { active: 0, expiring: 0, expired: 0, quantity: 0, ids: [] };
}

/** An account's listed plan of a kind; null if there is none. */
export async function findListedPlan(
  db: Db,
  { accountId, kind, now }: PlansScope,
  planId: string,
): Promise<PlanRow | null> {
  if (!isUuid(planId)) return null;
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${planId} and account_id = ${accountId} and kind = ${kind} and ${shownAt(now)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Escapes text for a LIKE pattern that matches it anywhere. */
const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export interface PortsFilter {
  /** Part of a port's number, name or remark, ignoring case. */
  search?: string | undefined;
  /** Countries that match the search text by code or name. */
  searchedCountries: string[];
  offset: number;
  limit: number;
}

/** A page of a plan's ports in their order, and their total number. */
export async function pageOfPorts(
  db: Db,
  planId: string,
  { search, searchedCountries, offset, limit }: PortsFilter,
): Promise<{ rows: PortRow[]; total: number }> {
  const like = containsPattern(search ?? "");
  const found =
    search === undefined
      ? sql`true`
      : sql`(port::text like ${like} or name ilike ${like} or remark ilike ${like}
          or country = any(${searchedCountries}::text[]))`;
  const where = sql`plan_id = ${planId} and ${found}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from unlimited_port where ${where}`.execute(db);
  const { rows } = await sql<PortRow>`
    select ${portColumns} from unlimited_port where ${where}
    order by place limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
