/** The check that `verify` runs on tax: what each quarter's report says is what the ledger owes. */
import type { Check } from "../../platform/module.ts";

export const taxChecks: Check[] = [
  {
    title: "a country's tax differs from its ledger entries",
    find: `with kept as (
        select date_trunc('quarter', at at time zone 'UTC') as quarter, country,
          sum(tax_cents - back_tax_cents) as cents
        from tax_line group by 1, 2),
      owed as (
        select date_trunc('quarter', e.at at time zone 'UTC') as quarter,
          substr(a.bucket, 5) as country, sum(p.amount) as cents
        from ledger_account a join ledger_posting p on p.account_id = a.id
        join ledger_entry e on e.id = p.entry_id
        where a.owner is null and a.asset = 'wallet' and a.bucket like 'tax:%' group by 1, 2)
      select 'tax of ' || coalesce(k.country, o.country) || ' in ' ||
        to_char(coalesce(k.quarter, o.quarter), 'YYYY"Q"Q') || ': sales ' ||
        coalesce(k.cents, 0) || ', ledger ' || coalesce(o.cents, 0) as "where"
      from kept k full join owed o on o.country = k.country and o.quarter = k.quarter
      where coalesce(k.cents, 0) <> coalesce(o.cents, 0) order by 1 limit 1`,
  },
];
