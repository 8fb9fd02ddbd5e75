/** Groups of customers with prices of their own. */
import { sql } from "kysely";
import { customersIn } from "../../../identity/account/store/price-group.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Maximum number of groups. */
export const MAX_GROUPS = 200;

export interface StoredGroup {
  name: string;
  createdAt: Date;
  createdBy: string;
  /** Accounts in it that are not closed. */
  customers: number;
}

/** All groups by name, or one of them. */
export async function priceGroups(db: Db, name: string | null = null): Promise<StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`
    select g.name, g.created_at as "createdAt", g.created_by as "createdBy",
      ${customersIn(sql`g.name`)} as customers
    from price_group g where (${name}::text is null or g.name = ${name})
    order by lower(g.name), g.name limit ${MAX_GROUPS}`.execute(db);
  return rows;
}

/** Adds a group; returns false if one has the name, in any case. */
export async function insertGroup(
  tx: Tx,
  group: { name: string; createdAt: Date; createdBy: string },
): Promise<boolean> {
  const { name, createdAt, createdBy } = group;
  const done = await sql`
    insert into price_group (name, created_at, created_by)
    select ${name}, ${createdAt}::timestamptz, ${createdBy}
    where not exists (select from price_group where lower(name) = lower(${name}))
    on conflict do nothing`.execute(tx);
  return done.numAffectedRows === 1n;
}
