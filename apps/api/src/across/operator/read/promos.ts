/** Promo codes and what came of them (spec/money#promo-codes). */
import type { Promo } from "@turnpike/rules/promo.ts";
import { sql } from "kysely";
import { type PromoRow, toPromo } from "../../../commerce/coupon/store/promos.ts";
import type { Db } from "../../../platform/db/database.ts";

/** A code with what came of it. */
export interface ListedPromo extends Promo {
  createdAt: Date;
  createdBy: string;
  /** Coupons that were taken and coupons that were used. */
  claims: number;
  uses: number;
  /** What its orders and recharges paid, refunds subtracted. */
  revenueCents: number;
  /** What it gave: discounts of orders and bonuses of recharges. */
  givenCents: number;
}

/** All codes, the newest first, or one of them. */
export async function listPromos(db: Db, code?: string): Promise<ListedPromo[]> {
  const { rows } = await sql<
    PromoRow & { created_at: Date; created_by: string } & Pick<
        ListedPromo,
        "claims" | "uses" | "revenueCents" | "givenCents"
      >
  >`
    select p.*, c.claims, c.uses, c."revenueCents", c."givenCents"
    from promo p cross join lateral (
      select count(*)::int as claims, count(c.used_at)::int as uses,
        coalesce(sum(case when o.status in ('paid', 'refunded') then o.amount_cents - o.refunded_cents
          when pay.credited_cents > 0 then pay.credited_cents - coalesce((
            select sum(r.cents) from refund r where r.payment_id = pay.id and r.order_id is null
              and r.booked_at is not null and r.undone_at is null), 0) end), 0)::bigint
          as "revenueCents",
        coalesce(sum(case when o.status in ('paid', 'refunded') then o.discount_cents
          when pay.credited_cents > 0 then pay.credited_bonus_cents end), 0)::bigint as "givenCents"
      from coupon c left join shop_order o on o.id = c.used_order_id
        left join payment pay on pay.id = c.used_payment_id
      where c.promo_code = p.code) c
    where ${code ?? null}::text is null or p.code = ${code ?? null}
    order by p.created_at desc, p.code limit 1000`.execute(db);
  return rows.map((row) => ({
    ...toPromo(row),
    createdAt: row.created_at,
    createdBy: row.created_by,
    claims: row.claims,
    uses: row.uses,
    revenueCents: row.revenueCents,
    givenCents: row.givenCents,
  }));
}

/** An instant's day in UTC. */
const dayOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 10));

/** A code as commands and the console show it; its last day is included. */
export function presentPromo({ startsAt, endsAt, skus, ...promo }: ListedPromo) {
  return {
    ...promo,
    skus: skus === null ? null : [...skus],
    from: dayOf(startsAt),
    to: dayOf(endsAt === null ? null : endsAt - 1),
    createdAt: promo.createdAt.toISOString(),
  };
}
