-- What an owner limits of a sub-account (sub-account/store.ts); null or empty: no limit.
alter table sub_account
  add column max_connections integer check (max_connections between 1 and 100000),
  add column day_limit_bytes bigint check (day_limit_bytes > 0),
  add column month_limit_bytes bigint check (month_limit_bytes > 0),
  add column allow_domains text[] not null default '{}' check (cardinality(allow_domains) <= 100),
  add column deny_domains text[] not null default '{}' check (cardinality(deny_domains) <= 100);

-- What each sub-account was billed by UTC day, kept for its limits (sub-account/days.ts): sums of
-- the same rows as usage_hour, which it is filled from here.
create table sub_account_day (
  sub_account_id uuid not null references sub_account (id),
  day date not null,
  used_bytes bigint not null check (used_bytes >= 0),
  primary key (sub_account_id, day)
);
create index sub_account_day_age on sub_account_day (day);
insert into sub_account_day (sub_account_id, day, used_bytes)
  select u.sub_account_id, (u.hour at time zone 'UTC')::date, sum(u.up_bytes + u.down_bytes)
  from usage_hour u join sub_account s on s.id = u.sub_account_id
  where u.hour >= now() - interval '62 days'
  group by 1, 2;
