/** The check that `verify` runs on tax: what sales and refunds say is what the ledger owes. */
import type { Check } from "../../platform/module.ts";

export const taxChecks: Check[] = [
  {
    title: "a country's tax differs from its ledger entries",
    find: `with kept as (
        select tax_country as country, tax_cents as cents from shop_order
          where tax_cents > 0 and status in ('paid', 'refunded')
        union all select tax_country, credited_tax_cents from payment where credited_tax_cents > 0
        union all select case when r.order_id is null then p.tax_country else o.tax_country end,
          -r.tax_cents from refund r left join shop_order o on o.id = r.order_id
          left join payment p on p.id = r.payment_id
          where r.tax_cents > 0 and r.booked_at is not null and r.undone_at is null
        union all select p.tax_country, -r.surplus_tax_cents
          from refund r join payment p on p.id = r.payment_id
          where r.surplus_tax_cents > 0 and r.booked_at is not null and r.undone_at is null),
      owed as (
        select substr(a.bucket, 5) as country, sum(p.amount) as cents from ledger_account a
        join ledger_posting p on p.account_id = a.id
        where a.owner is null and a.asset = 'wallet' and a.bucket like 'tax:%' group by 1)
      select 'tax of ' || coalesce(k.country, o.country, 'no country') || ': sales ' ||
        coalesce(k.cents, 0) || ', ledger ' || coalesce(o.cents, 0) as "where"
      from (select country, sum(cents) as cents from kept group by 1) k
      full join owed o on o.country = k.country
      where coalesce(k.cents, 0) <> coalesce(o.cents, 0) limit 1`,
  },
];
