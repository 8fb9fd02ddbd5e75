-- Budgets of sub-accounts per target (spec/traffic-plan#budgets-per-target): bytes of a UTC day and
-- month, `[{target, dayBytes, monthBytes}]`. The previous release keeps them and does not enforce them.
alter table sub_account add column target_budgets jsonb not null default '[]';

-- The entry of `target_budgets` that the lease's bytes are carried to; null: any other target.
alter table lease add column target text;

-- What was billed by entry and UTC day.
create table sub_account_target_day (
  sub_account_id uuid not null,
  target text not null,
  day date not null,
  used_bytes bigint not null check (used_bytes >= 0),
  primary key (sub_account_id, target, day)
) partition by range (day);
create table sub_account_target_day_default partition of sub_account_target_day default;
