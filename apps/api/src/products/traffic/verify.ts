/** Checks of `verify` on the statistics and on sub-accounts' usage. */
import type { Check } from "../../platform/module.ts";

/** SQL: whether an asset is traffic of any pool, and the asset of a pool (`rules/traffic-pool.ts`). */
const isTraffic = (asset: string) => `(${asset} = 'traffic' or ${asset} like 'traffic:%')`;
const assetOf = (pool: string) =>
  `case when ${pool} = 'residential' then 'traffic' else 'traffic:' || ${pool} end`;

export const trafficChecks: Check[] = [
  {
    title: "an account's unposted usage differs from that of its leases",
    find: `select 'ledger_holding ' || coalesce(h.owner, l.account_id) || ' traffic' as "where"
      from (select owner, asset, pending from ledger_holding where ${isTraffic("asset")}) h
      full join (select account_id, ${assetOf("pool")} as asset, sum(used_bytes - posted_bytes) as bytes
          from lease group by 1, 2) l on l.account_id = h.owner and l.asset = h.asset
      where coalesce(h.pending, 0) <> coalesce(l.bytes, 0) limit 1`,
  },
  {
    title: "a bucket's reserved bytes differ from its leases",
    find: `select 'ledger_account ' || coalesce(a.id::text, '') || ' ' || coalesce(a.owner, l.account_id) as "where"
      from (select id, owner, asset, bucket, reserved from ledger_account
          where owner is not null and ${isTraffic("asset")}) a
      full join (select account_id, ${assetOf("pool")} as asset,
          case source when 'main' then 'main' else 'sub:' || sub_account_id end as bucket,
          sum(case when settled_at is null then leased_bytes else used_bytes end - posted_bytes)
            as bytes
          from lease group by 1, 2, 3) l
        on l.account_id = a.owner and l.asset = a.asset and l.bucket = a.bucket
      where coalesce(a.reserved, 0) <> coalesce(l.bytes, 0) limit 1`,
  },
  {
    title: "the statistics of an account differ from what the ledger billed",
    find: `select 'usage_hour of account ' || coalesce(b.owner, u.account_id) as "where"
      from (select owner, sum(bytes) as bytes from (
          select a.owner, -sum(p.amount) as bytes from ledger_entry e
            join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
            where e.kind = 'usage' and a.owner is not null group by 1
          union all
          select owner, pending from ledger_holding where ${isTraffic("asset")}) t group by 1) b
      full join (select account_id, sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id <> '00000000-0000-0000-0000-000000000000' and product = 'traffic'
          group by 1) u on u.account_id = b.owner
      where coalesce(b.bytes, 0) <> coalesce(u.bytes, 0) limit 1`,
  },
  {
    title: "what a pool carried differs from what the ledger billed in it",
    find: `select 'sub-accounts of account ' || coalesce(b.owner, s.account_id) || ' in ' ||
        coalesce(b.asset, s.asset) as "where"
      from (select owner, asset, sum(bytes) as bytes from (
          select a.owner, a.asset, -sum(p.amount) as bytes from ledger_entry e
            join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
            where e.kind = 'usage' and a.owner is not null group by 1, 2
          union all
          select owner, asset, pending from ledger_holding where ${isTraffic("asset")}) t
          group by 1, 2) b
      full join (select account_id, ${assetOf("pool")} as asset, sum(used_bytes) as bytes
          from sub_account group by 1, 2) s on s.account_id = b.owner and s.asset = b.asset
      where coalesce(b.bytes, 0) <> coalesce(s.bytes, 0) limit 1`,
  },
  {
    title: "an account's statistics differ from those of its sub-accounts",
    find: `select 'usage_hour of account ' || account_id || ' at ' || hour as "where" from (
        select account_id, hour, product,
          sum(case when sub_account_id = '00000000-0000-0000-0000-000000000000' then 1 else -1 end
            * (up_bytes + down_bytes)) as difference
        from usage_hour group by 1, 2, 3) t
      where difference <> 0 order by hour limit 1`,
  },
  {
    title: "statistics by domain differ from those by hour",
    find: `select 'usage_domain_day of account ' || coalesce(d.account_id, h.account_id) || ' on ' ||
        coalesce(d.day, h.day) as "where"
      from (select account_id, sub_account_id, day, sum(bytes) as bytes from usage_domain_day
          group by 1, 2, 3) d
      full join (select account_id, sub_account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour group by 1, 2, 3) h
        using (account_id, sub_account_id, day)
      where coalesce(d.bytes, 0) <> coalesce(h.bytes, 0) limit 1`,
  },
  {
    title: "statistics by place differ from those by hour",
    find: `select 'usage_place_day of account ' || coalesce(p.account_id, h.account_id) || ' on ' ||
        coalesce(p.day, h.day) as "where"
      from (select account_id, day, sum(bytes) as bytes from usage_place_day group by 1, 2) p
      full join (select account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id = '00000000-0000-0000-0000-000000000000' group by 1, 2) h
        using (account_id, day)
      where coalesce(p.bytes, 0) <> coalesce(h.bytes, 0) limit 1`,
  },
  {
    title: "a sub-account's usage differs from its statistics",
    find: `select 'sub_account ' || s.name as "where" from sub_account s
      left join usage_hour u on u.sub_account_id = s.id and u.account_id = s.account_id
        and u.product = 'traffic'
      group by s.id, s.name, s.used_bytes
      having s.used_bytes <> coalesce(sum(u.up_bytes + u.down_bytes), 0) limit 1`,
  },
  {
    // Old days are dropped, oldest first, so the oldest one may be incomplete.
    title: "a sub-account's usage of a day, which its limits count, differs from its statistics",
    find: `select 'sub_account_day of ' || coalesce(d.sub_account_id, h.sub_account_id) || ' on ' ||
        coalesce(d.day, h.day) as "where"
      from sub_account_day d
      full join (select sub_account_id, (hour at time zone 'UTC')::date as day,
          sum(up_bytes + down_bytes) as bytes from usage_hour
          where sub_account_id <> '00000000-0000-0000-0000-000000000000' group by 1, 2) h
        using (sub_account_id, day)
      where coalesce(d.used_bytes, 0) <> coalesce(h.bytes, 0)
        and (d.day is not null or h.day > (select min(day) from sub_account_day)) limit 1`,
  },
];
