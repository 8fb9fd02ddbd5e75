/** Invariants between opened IPs, their ports and the ledger (`verify.ts`). */
import type { Check } from "../../platform/module.ts";

export const poolChecks: Check[] = [
  {
    title: "opened IPs differ from those that were paid for",
    find: `select 'opening ' || o.opening_id as "where"
      from (select opening_id, account_id, count(*) as opened from opened_ip group by 1, 2) o
      left join (select e.key, a.owner, -p.amount as paid from ledger_entry e
          join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
          where e.kind = 'ipOpen' and a.owner is not null and a.asset = 'ip') l
        on l.key = 'ipOpen:' || o.opening_id and l.owner = o.account_id
      where l.paid is distinct from o.opened
      order by o.opening_id limit 1`,
  },
  {
    // Old rows are deleted oldest first, always a whole opening at once.
    title: "a ledger entry for opened IPs has no opened IPs",
    find: `select 'ledger_entry ' || e.id || ' (key ' || e.key || ')' as "where" from ledger_entry e
      where e.kind = 'ipOpen' and e.at > (select min(opened_at) from opened_ip)
        and not exists (select from opened_ip o where e.key = 'ipOpen:' || o.opening_id)
      order by e.id limit 1`,
  },
  {
    title: "an opened IP was returned without a matching ledger entry",
    find: `select 'opening ' || coalesce(o.opening_id::text, l.opening) as "where"
      from (select opening_id, account_id, count(*) as returned from opened_ip
          where returned_at is not null group by 1, 2) o
      full join (select split_part(e.key, ':', 2) as opening, a.owner, sum(p.amount) as paid
          from ledger_entry e join ledger_posting p on p.entry_id = e.id
          join ledger_account a on a.id = p.account_id
          where e.kind = 'ipReturn' and a.owner is not null and a.asset = 'ip' group by 1, 2) l
        on l.opening = o.opening_id::text and l.owner = o.account_id
      where l.paid is distinct from o.returned
        and (o.opening_id is not null or exists (select from opened_ip k
          where k.opening_id::text = l.opening))
      order by 1 limit 1`,
  },
  {
    title: "the income from opened IPs differs from the entries of their openings",
    find: `select 'ledger_account (house, ' || a.asset || ' opened)' as "where"
      from ledger_posting p join ledger_account a on a.id = p.account_id
      join ledger_entry e on e.id = p.entry_id
      where a.owner is null and a.bucket = 'opened'
        and (a.asset <> 'ip' or e.kind not in ('ipOpen', 'ipReturn')
          or (e.kind = 'ipOpen') <> (p.amount > 0)) limit 1`,
  },
  {
    title: "an opened IP's port belongs to another resource, or has other times",
    find: `select 'opened_ip ' || o.id as "where" from opened_ip o
      join gate_port g on g.id = o.id
      where (g.kind, g.account_id, g.created_at, g.expires_at)
          is distinct from ('openedIp', o.account_id, o.opened_at, o.expires_at)
        or (o.deleted_at is not null and g.released_at is null)
        or (o.deleted_at is null and g.released_at < o.expires_at)
      order by o.id limit 1`,
  },
];
