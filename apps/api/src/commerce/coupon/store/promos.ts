/** The table of promo codes, and the coupons that were taken with them. */
import type { Promo } from "@turnpike/rules/promo.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { pipelineStatement } from "../../../platform/db/pipeline.ts";

const columns = sql.raw(
  `code, kind, percent, gift_sku, gift_amount, max_uses, per_account, new_only, min_cents, skus,
   starts_at, ends_at, enabled`,
);

export interface PromoRow extends Pick<Promo, "code" | "kind" | "percent" | "skus" | "enabled"> {
  gift_sku: string | null;
  gift_amount: number | null;
  max_uses: number | null;
  per_account: number;
  new_only: boolean;
  min_cents: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
}

/** A code of its row. */
export function toPromo(row: PromoRow): Promo {
  return {
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    giftSku: row.gift_sku,
    giftAmount: row.gift_amount,
    max: row.max_uses,
    perAccount: row.per_account,
    newOnly: row.new_only,
    minCents: row.min_cents,
    skus: row.skus,
    startsAt: row.starts_at?.getTime() ?? null,
    endsAt: row.ends_at?.getTime() ?? null,
    enabled: row.enabled,
  };
}

/** A code as read from text (`readPromoCode`); null if there is none. */
export async function findPromo(db: Db, code: string): Promise<Promo | null> {
  const { rows } = await sql<PromoRow>`
    select ${columns} from promo where code = ${code}`.execute(db);
  return rows.map(toPromo)[0] ?? null;
}

/** Lets the uses of a code that are left be counted: others wait until the transaction ends. */
export async function lockPromoUses(tx: Tx, code: string): Promise<void> {
  await sql`select from promo where code = ${code} for no key update`.execute(tx);
}

/** Whose uses transactions have locked. */
const lockedUses = new WeakMap<Tx, Set<string>>();

/** Lets the uses of codes by one account be counted: others wait until the transaction ends. */
export async function lockOwnUses(tx: Tx, accountId: string): Promise<void> {
  const locked = lockedUses.get(tx) ?? new Set();
  if (locked.has(accountId)) return;
  lockedUses.set(tx, locked.add(accountId));
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended(${`promo of ${accountId}`}::text, 0))`;
  await pipelineStatement(tx, lock);
}

/**
 * Whether an account uses a discount for new customers, beside that of one coupon: its order or
 * recharge may not be paid yet.
 */
export async function hasNewUse(
  db: Db,
  { accountId, except = null }: { accountId: string; except?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from coupon c join promo p on p.code = c.promo_code
    where c.account_id = ${accountId} and c.used_at is not null and c.kind = 'discount'
      and p.new_only and (${except}::uuid is null or c.id <> ${except}::uuid)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** How often a code was used, at most `upTo`. */
export async function countUses(db: Db, code: string, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from coupon where promo_code = ${code} and used_at is not null
      limit ${upTo}) as used`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How often an account used a code; its other coupons, such as this one, count. */
export async function countOwnUses(
  db: Db,
  { accountId, code, except = null }: { accountId: string; code: string; except?: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupon
    where promo_code = ${code} and account_id = ${accountId} and used_at is not null
      and (${except}::uuid is null or id <> ${except}::uuid)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How often an account used a code, and its coupon of the code that it has not used; null: none. */
export async function ownCouponsOf(
  db: Db,
  { accountId, code, now }: { accountId: string; code: string; now: Date },
): Promise<{ ownUses: number; unusedId: string | null }> {
  const { rows } = await sql<{ ownUses: number; unusedId: string | null }>`
    select count(used_at)::int as "ownUses", (array_agg(id order by created_at)
      filter (where used_at is null and expires_at > ${now}))[1] as "unusedId"
    from coupon where account_id = ${accountId} and promo_code = ${code}`.execute(db);
  return rows[0] ?? { ownUses: 0, unusedId: null };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms));

export async function insertPromo(
  tx: Tx,
  { promo, createdAt, createdBy }: { promo: Promo; createdAt: Date; createdBy: string },
): Promise<void> {
  await sql`
    insert into promo (${columns}, created_at, created_by)
    values (${promo.code}, ${promo.kind}, ${promo.percent}, ${promo.giftSku}, ${promo.giftAmount},
      ${promo.max}, ${promo.perAccount}, ${promo.newOnly}, ${promo.minCents}, ${promo.skus},
      ${instant(promo.startsAt)}, ${instant(promo.endsAt)}, ${promo.enabled}, ${createdAt},
      ${createdBy})`.execute(tx);
}

/** Switches a code on or off; returns whether it was otherwise, null if there is no such code. */
export async function switchPromo(tx: Tx, code: string, enabled: boolean): Promise<Promo | null> {
  const { rows } = await sql<PromoRow>`
    update promo set enabled = ${enabled} where code = ${code} returning ${columns}`.execute(tx);
  return rows.map(toPromo)[0] ?? null;
}

export async function countPromos(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from promo`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a promo code gives a product, or is good for it. */
export async function isPromised(db: Db, sku: string): Promise<boolean> {
  const { rows } = await sql`
    select from promo where gift_sku = ${sku} or ${sku} = any(skus) limit 1`.execute(db);
  return rows.length > 0;
}
