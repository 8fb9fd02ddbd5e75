/** Unlimited plans that will end, as used by alerts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { planExpiringMs, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { PlanRow } from "./plans.ts";

/** The dashboard page where a plan is renewed. */
export const dashboardPathOf = {
  port: "/cli/unlimit-proxies",
  bandwidth: "/cli/unlimit-bandwidth",
} as const satisfies Record<UnlimitedKind, string>;

/**
 * A subquery of account_id, id and ends_at. An alert set to `long` or more ahead is sent `late`
 * ahead: never right after the purchase.
 */
export const endingPlans = (kind: UnlimitedKind) => sql`
  select account_id, id, expires_at as ends_at, days * interval '1 day' as long,
    ${sql.lit(planExpiringMs)} * interval '1 millisecond' as late from unlimited_plan
  where kind = ${sql.lit(kind)} and released_at is null`;

/** Display names of plans by id. */
export async function planNames(db: Db, ids: string[], lang: Lang): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<PlanRow, "id" | "region" | "order_no">>`
    select id, region, order_no from unlimited_plan where id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, region, order_no }) => [id, `${regionName(lang, region)} (${order_no})`]),
  );
}
