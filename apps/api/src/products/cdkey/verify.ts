/** Invariants between CDKeys and the ledger (`verify.ts`). */
import type { Check } from "../../platform/module.ts";

/** SQL: the ledger's asset of a CDKey `k`. */
const asset = `case when k.pool = 'residential' then k.kind else 'traffic:' || k.pool end`;

export const cdkeyChecks: Check[] = [
  {
    title: "a CDKey's content differs from what was paid for",
    find: `select 'cdkey ' || k.id as "where" from cdkey k
      left join ledger_entry e on e.key = 'cdkeyMake:' || k.batch_id and e.kind = 'cdkeyMake'
      where e.id is null or split_part(e.ref, ' × ', 2) <> k.amount::text
        or not exists (select from ledger_posting p join ledger_account a on a.id = p.account_id
          where p.entry_id = e.id and a.owner = k.account_id and a.asset = ${asset} and p.amount < 0)
      order by k.position limit 1`,
  },
  {
    title: "CDKeys differ from the ledger entry that created them",
    find: `select 'ledger_entry ' || e.id || ' (key ' || e.key || ')' as "where" from ledger_entry e
      join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
      left join cdkey k on e.key = 'cdkeyMake:' || k.batch_id
      where e.kind = 'cdkeyMake' and a.owner is null group by e.id, e.key, p.amount
      having p.amount <> coalesce(sum(k.amount * case k.kind when 'traffic' then 1000000000::numeric
        else 1 end), 0) order by e.id limit 1`,
  },
  {
    title: "a CDKey was redeemed without a matching ledger entry",
    find: `select 'cdkey ' || coalesce(k.id::text, substr(r.key, length('cdkey:') + 1)) as "where"
      from (select * from cdkey where used_at is not null) k
      full join (select e.key, a.owner, a.asset, p.amount from ledger_entry e
          join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
          where e.kind = 'cdkey' and a.owner is not null) r on r.key = 'cdkey:' || k.id
      where (r.owner, r.asset, r.amount) is distinct from (k.redeemer_id, ${asset},
        k.amount * case k.kind when 'traffic' then 1000000000::bigint else 1 end)
      order by k.position limit 1`,
  },
  {
    title: "a CDKey was voided without a matching ledger entry",
    find: `select 'cdkey entry cdkeyVoid:' || coalesce(k.void_id::text, substr(e.key, 11)) as "where"
      from (select void_id, ${asset} as asset, sum(amount * case kind when 'traffic' then 1000000000::numeric
            else 1 end) as held from cdkey k where void_id is not null group by 1, 2) k
      full join (select e.key, a.asset, -p.amount as held from ledger_entry e
          join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
          where e.kind = 'cdkeyVoid' and a.owner is null and a.bucket = 'cdkeys') e
        on e.key = 'cdkeyVoid:' || k.void_id and e.asset = k.asset
      where e.held is distinct from k.held limit 1`,
  },
  {
    title: "the balance held for CDKeys differs from the unused CDKeys",
    find: `select 'ledger_account (house, ' || coalesce(h.asset, k.asset) || ' cdkeys)' as "where"
      from (select a.asset, sum(p.amount) as held from ledger_posting p
          join ledger_account a on a.id = p.account_id
          where a.owner is null and a.bucket = 'cdkeys' group by 1) h
      full join (select ${asset} as asset, sum(amount * case kind when 'traffic' then 1000000000::numeric else 1 end)
          as held from cdkey k where used_at is null and voided_at is null group by 1) k on k.asset = h.asset
      where coalesce(h.held, 0) <> coalesce(k.held, 0) limit 1`,
  },
];
