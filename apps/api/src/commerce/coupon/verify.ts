/** The checks that `verify` runs on coupons and promo codes. */
import type { Check } from "../../platform/module.ts";

export const couponChecks: Check[] = [
  {
    title: "a promo code is used more often than it may be",
    find: `select 'promo ' || p.code as "where" from promo p join coupon c on c.promo_code = p.code
      where c.used_at is not null group by p.code
      having count(*) > p.max_uses or exists (select from coupon own
        where own.promo_code = p.code and own.used_at is not null
        group by own.account_id having count(*) > p.per_account)
      order by 1 limit 1`,
  },
  {
    title: "a coupon is used by an order or a recharge that failed, or by another one",
    find: `select 'coupon ' || c.id as "where" from coupon c
      left join shop_order o on o.id = c.used_order_id
      left join payment p on p.id = c.used_payment_id
      where (c.used_at is null) <> (c.used_order_id is null and c.used_payment_id is null)
        or o.status = 'failed' or o.coupon_id <> c.id or o.account_id <> c.account_id
        or p.coupon_id <> c.id or p.account_id <> c.account_id or p.status = 'failed'
        or p.status = 'expired'
      order by c.id limit 1`,
  },
  {
    title: "an order's discount is not that of its coupon",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join coupon c on c.id = o.coupon_id
      cross join lateral (select case when c.kind = 'discount'
        then round(o.list_cents * c.percent / 100.0) else 0 end as cents) due
      where o.discount_cents <> due.cents
        -- Only one of 100 % takes the last cent; earlier releases took it.
        and (c.percent >= 100 or o.discount_cents <> least(due.cents, o.list_cents - 1))
      order by o.order_no limit 1`,
  },
  {
    title: "a recharge's bonus is below that of its promo code",
    find: `select 'payment ' || p.id as "where" from payment p join coupon c on c.id = p.coupon_id
      where c.kind <> 'discount' or c.promo_code is null or p.order_id is not null
        or p.bonus_cents < round((p.amount_cents - case when p.tax_on_top then p.tax_cents else 0 end)
          * c.percent / 100.0)
      order by p.id limit 1`,
  },
];
