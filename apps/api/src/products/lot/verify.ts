/** Checks of `verify` on traffic that expires. */
import type { Check } from "../../platform/module.ts";

export const lotChecks: Check[] = [
  {
    title: "a lot differs from the statement lines that filled it and took from it",
    find: `select 'ledger_lot ' || coalesce(lot.id, said.lot) as "where" from ledger_lot lot
      full join (select (part ->> 0)::bigint as lot, sum((part ->> 1)::bigint) as remaining,
          max((part ->> 1)::bigint) as granted, 
          min(l.entry_id) filter (where (part ->> 1)::bigint > 0) as entry_id
          from ledger_line l cross join lateral jsonb_array_elements(l.lots) part
          where l.lots is not null group by 1) said on said.lot = lot.id
      where (lot.remaining, lot.granted, lot.entry_id)
        is distinct from (said.remaining, said.granted, said.entry_id)
      order by coalesce(lot.id, said.lot) limit 1`,
  },
  {
    title: "lots hold more than their owner has, or are not looked at",
    find: `select 'ledger_holding ' || lot.owner || ' ' || lot.asset as "where"
      from (select owner, asset, sum(remaining) as remaining from ledger_lot
          where remaining > 0 group by 1, 2) lot
      left join ledger_holding h using (owner, asset)
      where h.balance is null or h.balance < lot.remaining or not h.expires limit 1`,
  },
];
