/** Invariants between static IPs, their history and the ledger (`verify.ts`). */
import type { Check } from "../../platform/module.ts";

/** The days of a credit, from its asset: `static30` is for 30. */
const daysOf = "regexp_replace(a.asset, '\\D', '', 'g')::int";
const creditAssets = "('static7', 'static30', 'static90', 'short1', 'short3', 'short7')";

/** Renewals in the ledger: static IP, previous end, days, term and owner. */
const renewals = `select split_part(e.key, ':', 2) as static_id,
    to_timestamp(split_part(e.key, ':', 3)::numeric / 1000) as from_end, ${daysOf} as days, a.owner,
    regexp_replace(a.asset, '\\d', '', 'g') as term, p.amount
  from ledger_entry e join ledger_posting p on p.entry_id = e.id
  join ledger_account a on a.id = p.account_id
  where e.kind = 'staticRenewed' and a.owner is not null`;
const takings =
  "select static_id, min(days) as days, count(*) as events from static_event" +
  " where action = 'taken' group by 1";

/** The history of closed accounts is deleted and their IPs have no owner, so they are excluded. */
const open = "join account c on c.id = s.account_id and c.closed_at is null";

export const staticChecks: Check[] = [
  {
    title: "a renewal was paid for something else than it renewed",
    find: `select 'static_ip ' || r.static_id as "where" from (${renewals}) r
      left join static_ip s on s.id::text = r.static_id
      where (s.account_id, s.term, -1::bigint) is distinct from (r.owner, r.term, r.amount)
      order by 1 limit 1`,
  },
  {
    title: "a static IP's expiry differs from the time paid for",
    find: `select 'static_ip ' || s.id as "where" from static_ip s ${open}
      left join (${takings}) t on t.static_id = s.id
      left join (select static_id, sum(days) as days from (${renewals}) r group by 1) r
        on r.static_id = s.id::text
      where t.events is distinct from 1 or s.expires_at is distinct from
        s.started_at + (t.days + coalesce(r.days, 0)) * interval '24 hours'
      order by s.started_at, s.id limit 1`,
  },
  {
    title: "a static IP's renewal does not start at its previous expiry",
    find: `select 'static_ip ' || s.id as "where" from static_ip s ${open}
      join (${takings}) t on t.static_id = s.id
      join (select static_id, from_end, coalesce(sum(days) over (partition by static_id
          order by from_end rows between unbounded preceding and 1 preceding), 0) as before
        from (${renewals}) r) r on r.static_id = s.id::text
      where r.from_end <> s.started_at + (t.days + r.before) * interval '24 hours'
      order by s.started_at, s.id limit 1`,
  },
  {
    title: "a static IP's history or period differs from its paid renewals",
    find: `select 'static_ip ' || s.id as "where" from static_ip s ${open}
      left join (select static_id, count(*) as renewed, sum(days) as days from static_event
          where action in ('renewed', 'autoRenewed') group by 1) h on h.static_id = s.id
      left join (select static_id, count(*) as renewed, sum(days) as days,
          (array_agg(days order by from_end desc))[1] as last
          from (${renewals}) r group by 1) r on r.static_id = s.id::text
      left join (${takings}) t on t.static_id = s.id
      where (coalesce(h.renewed, 0), coalesce(h.days, 0), s.days) is distinct from
        (coalesce(r.renewed, 0), coalesce(r.days, 0), coalesce(r.last, t.days))
      order by s.started_at, s.id limit 1`,
  },
  {
    title: "the static IPs that an account took differ from the credits that it used",
    find: `select 'static_ip of account ' || coalesce(l.owner, h.account_id) || ' (' ||
        coalesce(l.asset, h.asset) || ')' as "where"
      from (select a.owner, a.asset, -sum(p.amount) as used from ledger_entry e
          join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
          join account c on c.id = a.owner and c.closed_at is null
          where e.kind = 'staticTaken' group by 1, 2) l
      full join (select v.account_id, v.term || v.days as asset, count(*) as used
          from static_event v join account c on c.id = v.account_id and c.closed_at is null
          where v.action = 'taken' group by 1, 2) h
        on h.account_id = l.owner and h.asset = l.asset
      where coalesce(l.used, 0) <> coalesce(h.used, 0) order by 1 limit 1`,
  },
  {
    title: "credits were used for something else than static IPs",
    find: `select 'ledger_entry ' || e.id || ' (key ' || e.key || ')' as "where" from ledger_entry e
      join ledger_posting p on p.entry_id = e.id join ledger_account a on a.id = p.account_id
      where (a.owner is null and a.bucket = 'used') <> (a.owner is null
          and e.kind in ('staticTaken', 'staticRenewed'))
        or (e.kind in ('staticTaken', 'staticRenewed') and a.asset not in ${creditAssets})
      order by e.id limit 1`,
  },
  {
    title: "an exit and its static IP do not refer to each other",
    find: `select 'exit ' || coalesce(e.id, s.exit_id) as "where"
      from (select id, taken_by from exit where taken_by is not null) e
      full join (select id, exit_id from static_ip where released_at is null) s on s.exit_id = e.id
      where e.taken_by is distinct from s.id order by 1 limit 1`,
  },
];
