/** Checks of `verify` on the sums of the usage report. */
import type { Check } from "../../platform/module.ts";

const nil = "'00000000-0000-0000-0000-000000000000'";
const sums = `sum(up_bytes) as up, sum(down_bytes) as down, sum(requests) as requests,
  sum(ok) as ok, sum(refused) as refused, sum(cut) as cut, sum(failed) as failed`;
const differ = `(a.up, a.down, a.requests, a.ok, a.refused, a.cut, a.failed)
  is distinct from (b.up, b.down, b.requests, b.ok, b.refused, b.cut, b.failed)`;

export const usageChecks: Check[] = [
  {
    title: "the usage report counts more traffic than the statistics",
    find: `select 'usage_cell_day of account ' || account_id || ' on ' || at::date as "where"
      from (select account_id, at, sum(up_bytes) as up, sum(down_bytes) as down
          from usage_cell_day where family = 3 and scope = ${nil} and product = 'traffic'
          group by 1, 2) c
      left join lateral (select sum(up_bytes) as up, sum(down_bytes) as down from usage_hour h
          where h.account_id = c.account_id and h.sub_account_id = ${nil} and h.hour >= c.at
            and h.hour < c.at + interval '1 day') h on true
      where c.up > coalesce(h.up, 0) or c.down > coalesce(h.down, 0) limit 1`,
  },
  {
    title: "the usage report's totals depend on what it is split by",
    find: `select 'usage_cell_day of account ' || account_id || ' on ' || at::date as "where"
      from (select account_id, family, scope, at, product, ${sums} from usage_cell_day
          where family <> 2 group by 1, 2, 3, 4, 5) each
      group by account_id, scope, at, product
      having count(*) <> 5 or count(distinct (up, down, requests, ok, refused, cut, failed)) <> 1
      limit 1`,
  },
  {
    title: "the usage report by month differs from that by day",
    find: `select 'usage_cell_month of account ' || coalesce(a.account_id, b.account_id) || ' at ' ||
        coalesce(a.at, b.at)::date as "where"
      from (select account_id, family, scope, date_trunc('month', at, 'UTC') as at, product,
          ${sums} from usage_cell_day group by 1, 2, 3, 4, 5) a
      full join (select account_id, family, scope, at, product, ${sums} from usage_cell_month
          group by 1, 2, 3, 4, 5) b using (account_id, family, scope, at, product)
      where ${differ} limit 1`,
  },
];
