/** What upstreams and exits cost, each price valid from a day on (spec/console#margin). */
import type { CostScope } from "@turnpike/rules/margin.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The most prices; a longer list is assumed to be a mistake of the operator. */
export const MAX_COSTS = 5_000;

export interface StoredCost {
  scope: CostScope;
  name: string;
  /** The first UTC day on which the price applies, `2026-03-01`. */
  from: string;
  perGbMicros: number;
  perIpMonthMicros: number;
  createdAt: Date;
  createdBy: string;
}

export async function allCosts(db: Db | Tx): Promise<StoredCost[]> {
  const { rows } = await sql<StoredCost>`
    select scope, name, from_day::text as "from", per_gb_micros as "perGbMicros",
      per_ip_month_micros as "perIpMonthMicros", created_at as "createdAt",
      created_by as "createdBy"
    from exit_cost order by scope, name, from_day desc`.execute(db);
  return rows;
}

/** Adds a price, or replaces the one of the same day. */
export async function putCost(tx: Tx, cost: StoredCost): Promise<void> {
  const { scope, name, from, perGbMicros, perIpMonthMicros, createdAt, createdBy } = cost;
  await sql`
    insert into exit_cost (scope, name, from_day, per_gb_micros, per_ip_month_micros, created_at,
      created_by)
    values (${scope}, ${name}, ${from}::date, ${perGbMicros}, ${perIpMonthMicros}, ${createdAt},
      ${createdBy})
    on conflict (scope, name, from_day) do update set per_gb_micros = excluded.per_gb_micros,
      per_ip_month_micros = excluded.per_ip_month_micros, created_at = excluded.created_at,
      created_by = excluded.created_by`.execute(tx);
}

/** Removes the price of a day; returns false if there is none. */
export async function removeCost(
  tx: Tx,
  { scope, name, from }: Pick<StoredCost, "scope" | "name" | "from">,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from exit_cost
    where scope = ${scope} and name = ${name} and from_day = ${from}::date`.execute(tx);
  return numAffectedRows > 0n;
}

/** Whether any exit, including retired ones, comes from this source. */
export async function isKnownSource(
  db: Db | Tx,
  { scope, name }: Pick<StoredCost, "scope" | "name">,
): Promise<boolean> {
  const where = {
    exit: sql`abbrev(ip) = ${name}`,
    upstream: sql`how in ('http', 'socks5') and host = ${name}`,
    provenance: sql`provenance = ${name}`,
  }[scope];
  const { rows } = await sql`select from exit where ${where} limit 1`.execute(db);
  return rows.length > 0;
}

/** Networks of the exits that are prefixes, as `network/bits`. */
export async function exitPrefixes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    select abbrev(ip) as prefix from exit where how = 'prefix'`.execute(db);
  return rows.map(({ prefix }) => prefix);
}
