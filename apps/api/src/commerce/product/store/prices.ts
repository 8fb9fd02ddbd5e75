/** Prices of products: their tiers, and changes of them ahead. */
import { type PriceChange, tiersAt } from "@turnpike/rules/price-schedule.ts";
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Maximum number of scheduled price changes of all products together. */
export const MAX_SCHEDULED = 500;

/** A scheduled change of a price tier. */
export interface ScheduledPrice extends PriceChange {
  id: string;
  sku: string;
  /** The group whose price it is; null: the list price. */
  group: string | null;
  createdAt: Date;
  /** Who scheduled it: a staff member's e-mail address, or `cli`. */
  createdBy: string;
}

/** Whose prices: the list's (null), or a group's own. */
type PriceOwner = { sku: string; group: string | null };

const tiersOf = (group: string | null) =>
  group === null ? sql`price_tier` : sql`group_price_tier`;
const changesOf = (group: string | null) =>
  group === null ? sql`price_change` : sql`group_price_change`;
const owned = ({ sku, group }: PriceOwner) =>
  group === null ? sql`sku = ${sku}` : sql`sku = ${sku} and group_name = ${group}`;

/** Locks a product's prices, those of groups too, so that concurrent changes run one at a time. */
export async function lockPrices(tx: Tx, sku: string): Promise<void> {
  await sql`select from product where sku = ${sku} for update`.execute(tx);
}

/** Writes due changes into the tiers, so that none overrides a price set now. Locked already. */
export async function applyDuePrices(tx: Tx, owner: PriceOwner, now: number): Promise<void> {
  const at = new Date(now);
  const { rows } = await sql<Pick<PriceChange, "fromQty" | "unitMicros">>`
    with due as (
      update ${changesOf(owner.group)} set applied_at = ${at}
      where ${owned(owner)} and applied_at is null and cancelled_at is null and from_at <= ${at}
      returning from_qty, unit_micros, from_at, position
    )
    select from_qty as "fromQty", unit_micros as "unitMicros" from due
    order by from_at, position`.execute(tx);
  for (const { fromQty, unitMicros } of rows) {
    if (unitMicros === null) await removeTier(tx, { ...owner, fromQty });
    else await putTier(tx, { ...owner, fromQty, unitMicros });
  }
}

const aheadOf = (table: RawBuilder<unknown>, group: RawBuilder<unknown>, now: Date) => sql`
  select id, sku, ${group} as "group", from_qty as "fromQty", unit_micros as "unitMicros",
    from_at as "fromAt", created_at as "createdAt", created_by as "createdBy", position
  from ${table} where applied_at is null and cancelled_at is null and from_at > ${now}`;

/** Scheduled changes, next first: all, of one product, or of one owner of prices. */
export async function scheduledPrices(
  db: Db,
  { now, sku = null, group }: { now: number; sku?: string | null; group?: string | null },
): Promise<ScheduledPrice[]> {
  const at = new Date(now);
  const ofGroup = group === undefined ? sql`true` : sql`"group" is not distinct from ${group}`;
  const { rows } = await sql<Omit<ScheduledPrice, "from"> & { fromAt: Date }>`
    select id, sku, "group", "fromQty", "unitMicros", "fromAt", "createdAt", "createdBy"
    from (${aheadOf(sql`price_change`, sql`null::text`, at)}
      union all ${aheadOf(sql`group_price_change`, sql`group_name`, at)}) as ahead
    where (${sku}::text is null or sku = ${sku}) and ${ofGroup}
    order by "fromAt", position limit ${MAX_SCHEDULED}`.execute(db);
  return rows.map(({ fromAt, ...row }) => ({ ...row, from: fromAt.getTime() }));
}

export async function schedulePrice(tx: Tx, change: ScheduledPrice): Promise<void> {
  const { id, sku, group, fromQty, unitMicros, from, createdAt, createdBy } = change;
  const [column, value] = group === null ? [sql``, sql``] : [sql`, group_name`, sql`, ${group}`];
  await sql`
    insert into ${changesOf(group)}
      (id, sku, from_qty, unit_micros, from_at, created_at, created_by${column})
    values (${id}, ${sku}, ${fromQty}, ${unitMicros}, ${new Date(from)}, ${createdAt},
      ${createdBy}${value})`.execute(tx);
}

/** Whose price a scheduled change is for; null if there is none. */
export async function scheduledOwner(tx: Tx, id: string): Promise<PriceOwner | null> {
  const { rows } = await sql<PriceOwner>`
    select sku, null as "group" from price_change where id::text = ${id}
    union all select sku, group_name from group_price_change where id::text = ${id}`.execute(tx);
  return rows[0] ?? null;
}

export async function cancelPrice(
  tx: Tx,
  { id, group }: Pick<ScheduledPrice, "id" | "group">,
  now: number,
): Promise<void> {
  await sql`
    update ${changesOf(group)} set cancelled_at = ${new Date(now)} where id = ${id}`.execute(tx);
}

/** Sets the unit price from a quantity upwards. */
export async function putTier(
  tx: Tx,
  { sku, group, fromQty, unitMicros }: PriceTier & PriceOwner,
): Promise<void> {
  const [column, value] = group === null ? [sql``, sql``] : [sql`group_name, `, sql`${group}, `];
  await sql`
    insert into ${tiersOf(group)} (${column}sku, from_qty, unit_micros)
    values (${value}${sku}, ${fromQty}, ${unitMicros})
    on conflict (${column}sku, from_qty) do update set unit_micros = excluded.unit_micros`.execute(
    tx,
  );
}

export async function removeTier(
  tx: Tx,
  { fromQty, ...owner }: PriceOwner & { fromQty: number },
): Promise<void> {
  await sql`
    delete from ${tiersOf(owner.group)} where ${owned(owner)} and from_qty = ${fromQty}`.execute(
    tx,
  );
}

/** A group's own tiers of a product, or of all products, with the changes that are due. */
export async function groupTiers(
  db: Db,
  { group, now, sku = null }: { group: string; now: number; sku?: string | null },
): Promise<Map<string, PriceTier[]>> {
  const at = new Date(now);
  const { rows } = await sql<{ sku: string; tiers: PriceTier[]; due: PriceChange[] }>`
    select p.sku, ${ownTiers(sql`${group}`)} as tiers, ${dueChanges(sql`${group}`, at)} as due
    from product p where (${sku}::text is null or p.sku = ${sku})`.execute(db);
  const current = rows.map((row) => [row.sku, tiersAt(row.tiers, row.due, now)] as const);
  return new Map(current.filter(([, tiers]) => tiers.length > 0));
}

/** The tiers that a group has of the product `p`; none for a null group. */
export const ownTiers = (group: RawBuilder<unknown>) => sql<PriceTier[]>`coalesce((
  select jsonb_agg(jsonb_build_object('fromQty', t.from_qty, 'unitMicros', t.unit_micros)
    order by t.from_qty)
  from group_price_tier t where t.group_name = ${group} and t.sku = p.sku), '[]')`;

/**
 * Changes of the product `p` that are due but not yet written into its tiers, as scheduled: of the
 * list (no group), or of a group.
 */
export const dueChanges = (group: RawBuilder<unknown> | null, now: Date) => sql<PriceChange[]>`
  coalesce((
    select jsonb_agg(jsonb_build_object('fromQty', c.from_qty, 'unitMicros', c.unit_micros,
      'from', (extract(epoch from c.from_at) * 1000)::bigint) order by c.from_at, c.position)
    from ${group === null ? sql`price_change` : sql`group_price_change`} c
    where c.sku = p.sku and c.applied_at is null and c.cancelled_at is null
      and c.from_at <= ${now} and ${group === null ? sql`true` : sql`c.group_name = ${group}`}),
  '[]')`;
