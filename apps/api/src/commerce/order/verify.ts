/** The checks that `verify` runs on orders. */
import type { Check } from "../../platform/module.ts";

export const orderChecks: Check[] = [
  {
    title: "a paid order has no ledger entry of its amount",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join ledger_entry e on e.key = 'order:' || o.id
      left join ledger_posting p on p.entry_id = e.id
      left join ledger_account a on a.id = p.account_id
      where o.status in ('paid', 'refunded') group by o.id, o.order_no, o.amount_cents, o.tax_cents, o.tax_country, o.method, o.granted, o.asset
      having coalesce(sum(p.amount) filter (where a.owner is null and a.asset = 'wallet'
          and a.bucket = 'sales'), 0) <> o.amount_cents - o.tax_cents
        or coalesce(sum(p.amount) filter (where a.owner is null and a.asset = 'wallet'
          and a.bucket = 'tax:' || o.tax_country), 0) <> o.tax_cents
        or coalesce(sum(p.amount) filter (where a.owner = o.account_id and a.asset = o.asset
          and p.amount > 0), 0) <> case when o.asset is null then 0 else o.granted end
      order by o.order_no limit 1`,
  },
  {
    title: "a coupon is used by more than one order",
    find: `select 'shop_order ' || max(order_no) as "where" from shop_order
      where coupon_id is not null and status in ('paid', 'refunded')
      group by coupon_id having count(*) > 1 order by 1 limit 1`,
  },
];
