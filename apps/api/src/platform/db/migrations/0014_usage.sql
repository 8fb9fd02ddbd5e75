-- Which usage reports were applied, without an age: what a gateway sends again never counts twice.

-- One row for each run (epoch) of a gateway, kept for ever (traffic/marks.ts). `applied` is one
-- range as long as nothing is missing. The others are what the ledger knew at the upgrade: up to
-- `assumed_to` every report was applied, or set aside by its gateway; up to `doubtful_to` one that
-- was made until `billed_at` may have been billed.
create table usage_mark (
  gateway text not null,
  epoch text not null,
  applied int8multirange not null default '{}',
  assumed_to bigint not null default 0,
  doubtful_to bigint not null default 0,
  billed_at timestamptz,
  primary key (gateway, epoch)
);

-- The upgrade (one row). Every report that was applied at `remembered_from` or later was remembered;
-- null: nothing had been forgotten. What was billed twice stands in the ledger up to `last_entry`
-- (traffic/repair.ts).
create table usage_upgrade (
  remembered_from timestamptz,
  last_entry bigint not null
);

-- Reports that could not be applied (traffic/aside.ts), until the operator applies or drops them.
-- `rows` is JSON as text: what no jsonb takes can be looked at too. Empty once it is decided.
create table usage_aside (
  id bigint generated always as identity primary key,
  gateway text not null,
  epoch text not null,
  sequence bigint not null check (sequence > 0),
  rows text not null,
  bytes bigint not null,
  why text not null,
  -- It may have been applied before the upgrade.
  doubtful boolean not null,
  set_aside_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'dropped')),
  decided_at timestamptz,
  unique (gateway, epoch, sequence),
  check ((state = 'waiting') = (decided_at is null))
);
create index usage_aside_waiting on usage_aside (id) where state = 'waiting';

-- Until now a report was forgotten after 7 days, the oldest first. An hour that has begun when the
-- first remembered report was applied counts as remembered: nothing of it can be forgotten yet.
insert into usage_upgrade (remembered_from, last_entry)
select
  case
    when k.first is null and not exists (select from ledger_entry where kind = 'usage') then null
    when k.first is null or k.first >= c.hour then c.hour
    else k.first
  end,
  (select coalesce(max(id), 0) from ledger_entry)
from (select min(applied_at) as first from usage_report) k
cross join (
  select date_trunc('hour', now() + coalesce(max(offset_ms), 0) * interval '1 millisecond', 'UTC')
    as hour from lab_clock
) c;

-- Gateways sent their reports in order. The ledger keeps the first report of each batch that was
-- billed, in the entry's key; a batch had 50 at most. Where the row of the last billed one is still
-- there, so are those of its whole batch.
with kept as (
  select gateway, epoch, range_agg(int8range(sequence, sequence, '[]')) as applied
  from usage_report group by 1, 2
), entry as (
  select split_part(key, ':', 2) as gateway, split_part(key, ':', 3) as epoch,
    split_part(key, ':', 4)::bigint as sequence, at
  from ledger_entry
  where kind = 'usage' and key ~ '^usage:[^:]+:[^:]+:[0-9]{1,15}:[^:]+$'
), last as (
  select gateway, epoch, max(sequence) as sequence, max(at) as at from entry group by 1, 2
), billed as (
  select l.*, exists (
      select from entry e
      join usage_report r using (gateway, epoch, sequence)
      where (e.gateway, e.epoch, e.sequence) = (l.gateway, l.epoch, l.sequence)
        and r.applied_at between e.at - interval '1 minute' and e.at + interval '1 minute'
    ) as remembered
  from last l
)
insert into usage_mark (gateway, epoch, applied, assumed_to, doubtful_to, billed_at)
select gateway, epoch, coalesce(k.applied, '{}'), coalesce(b.sequence, 0),
  coalesce(case when b.remembered then b.sequence else b.sequence + 49 end, 0), b.at
from kept k full join billed b using (gateway, epoch);

drop table usage_report;
