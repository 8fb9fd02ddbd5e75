/** Unlimited plans that end, as alerts tell of them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { planExpiringMs, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { PlanRow } from "./plans.ts";

/** Where a plan is renewed. */
export const screenOf = {
  port: "/cli/unlimit-proxies",
  bandwidth: "/cli/unlimit-bandwidth",
} as const satisfies Record<UnlimitedKind, string>;

/**
 * A query of account_id, id and ends_at. An alert that is set `long` ahead, or more, is sent `late`
 * ahead: never of what was just bought.
 */
export const endingPlans = (kind: UnlimitedKind) => sql`
  select account_id, id, expires_at as ends_at, days * interval '1 day' as long,
    ${sql.lit(planExpiringMs)} * interval '1 millisecond' as late from unlimited_plan
  where kind = ${sql.lit(kind)} and released_at is null`;

/** What the named plans are called, by id. */
export async function planNames(db: Db, ids: string[], lang: Lang): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<PlanRow, "id" | "region" | "order_no">>`
    select id, region, order_no from unlimited_plan where id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, region, order_no }) => [id, `${regionName(lang, region)} (${order_no})`]),
  );
}
