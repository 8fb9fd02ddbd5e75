-- The usage report (spec/traffic-plan#usage): what was used, by product, country, city, domain, reason
-- and sub-account, by the hour, day and month. `usage_hour` and the other tables of statistics stay as
-- they are: the release before fills them alone, and the report counts what is only there as unknown.

-- What was counted and is not folded yet (products/usage/store): one insert for each report, where
-- each of its rows belongs to some twenty sums. Read with them, so that nothing is late.
create table usage_recent (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  -- The nil id for products that are used without one.
  sub_account_id uuid not null,
  product text not null,
  hour timestamptz not null,
  country text not null,
  city text not null,
  domain text not null,
  -- `outcome:reason` of what did not succeed, which another row counts already; else empty.
  reason text not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  requests bigint not null,
  -- How they ended; one that was refused is none of `requests`.
  ok bigint not null,
  refused bigint not null,
  cut bigint not null,
  failed bigint not null,
  -- How many connects took how long, by bucket (rules/usage.ts); null: none.
  c0 bigint, c1 bigint, c2 bigint, c3 bigint, c4 bigint, c5 bigint, c6 bigint,
  c7 bigint, c8 bigint, c9 bigint, c10 bigint, c11 bigint, c12 bigint, c13 bigint
);
create index usage_recent_of on usage_recent (account_id);

-- `scope` is a sub-account, or the nil id for the whole account. What rows are told apart by is their
-- family: country and domain (0), country and city (1), country and reason (2), nothing (3), country
-- (4), domain (5). All but 2 have the same sums. `key` is the domain, city or reason, else empty.
create table usage_cell_hour (
  account_id uuid not null,
  family smallint not null,
  scope uuid not null,
  at timestamptz not null,
  product text not null,
  country text not null,
  key text not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  requests bigint not null,
  -- How they ended; one that was refused is none of `requests`.
  ok bigint not null,
  refused bigint not null,
  cut bigint not null,
  failed bigint not null,
  -- How many connects took how long, by bucket (rules/usage.ts); null: none.
  c0 bigint, c1 bigint, c2 bigint, c3 bigint, c4 bigint, c5 bigint, c6 bigint,
  c7 bigint, c8 bigint, c9 bigint, c10 bigint, c11 bigint, c12 bigint, c13 bigint,
  primary key (account_id, family, scope, at, product, country, key)
) partition by range (at);
create table usage_cell_day (
  like usage_cell_hour,
  primary key (account_id, family, scope, at, product, country, key)
) partition by range (at);
create table usage_cell_month (
  like usage_cell_hour,
  primary key (account_id, family, scope, at, product, country, key)
) partition by range (at);

do $$
declare
  v_table text;
  v_month timestamptz := date_trunc('month', product_now(), 'UTC');
  v_at timestamptz;
begin
  foreach v_table in array array['usage_cell_hour', 'usage_cell_day', 'usage_cell_month'] loop
    execute format('create table %I partition of %I default', v_table || '_default', v_table);
    execute format('create table %I partition of %I for values from (minvalue) to (%L)',
      v_table || '_before', v_table, v_month);
    for ahead in 0..2 loop
      v_at := ((v_month at time zone 'UTC') + ahead * interval '1 month') at time zone 'UTC';
      perform add_partition(v_table, v_table || to_char(v_at at time zone 'UTC', '_YYYY_MM'), 'at',
        v_at::text, (((v_at at time zone 'UTC') + interval '1 month') at time zone 'UTC')::text);
    end loop;
  end loop;
end $$;

-- What is known of the time before, by the day. Of sub-accounts: the sums.
insert into usage_cell_day (account_id, family, scope, at, product, country, key, up_bytes, down_bytes, requests, ok, refused, cut, failed)
select u.account_id, f.family, u.sub_account_id, date_trunc('day', u.hour, 'UTC'), u.product,
  case when f.family in (3, 5) then '' else '(unknown)' end,
  case when f.family in (3, 4) then '' else '(unknown)' end,
  sum(u.up_bytes), sum(u.down_bytes), sum(u.requests), 0, 0, 0, 0
from usage_hour u cross join (values (0), (1), (3), (4), (5)) f (family)
where u.sub_account_id <> '00000000-0000-0000-0000-000000000000'
  and u.hour >= product_now() - interval '830 days'
group by 1, 2, 3, 4, 5
having sum(u.up_bytes + u.down_bytes + u.requests) > 0;

-- Of the whole account: countries and cities, whose bytes are split into up and down as those of the
-- day are; the parts sum to the day's.
with day as (
  select account_id, (hour at time zone 'UTC')::date as day, product, sum(up_bytes) as up,
    sum(up_bytes + down_bytes) as bytes, sum(requests) as requests
  from usage_hour
  where sub_account_id = '00000000-0000-0000-0000-000000000000'
    and hour >= product_now() - interval '830 days'
  group by 1, 2, 3
), place as (
  select p.account_id, p.day, p.country, p.city, p.bytes, p.requests, d.product, d.up,
    d.bytes as of_day, d.requests as requests_of_day,
    sum(p.bytes) over w as bytes_so_far,
    sum(p.bytes) over (partition by p.account_id, p.day) as bytes_of_places,
    sum(p.requests) over (partition by p.account_id, p.day) as requests_of_places
  from usage_place_day p join day d using (account_id, day)
  where d.product = 'traffic' and d.bytes > 0
  window w as (partition by p.account_id, p.day order by p.country, p.city)
), part as (
  select account_id, day, country, city, bytes, requests,
    div(bytes_so_far * up, of_day) - div((bytes_so_far - bytes) * up, of_day) as up
  from place where bytes_of_places = of_day and requests_of_places = requests_of_day
)
insert into usage_cell_day (account_id, family, scope, at, product, country, key, up_bytes, down_bytes, requests, ok, refused, cut, failed)
select account_id, f.family, '00000000-0000-0000-0000-000000000000', day::timestamp at time zone 'UTC',
  'traffic',
  case when f.family in (3, 5) then '' else coalesce(nullif(country, ''), '(unknown)') end,
  case f.family when 1 then coalesce(nullif(city, ''), '(unknown)') when 3 then '' when 4 then ''
    else '(unknown)' end,
  sum(up), sum(bytes - up), sum(requests), 0, 0, 0, 0
from part cross join (values (0), (1), (3), (4), (5)) f (family)
group by 1, 2, 4, 6, 7;

-- Of products that are counted and not billed.
insert into usage_cell_day (account_id, family, scope, at, product, country, key, up_bytes, down_bytes, requests, ok, refused, cut, failed)
select used.account_id, f.family, '00000000-0000-0000-0000-000000000000',
  used.day::timestamp at time zone 'UTC', used.product,
  case when f.family in (3, 5) then '' else '(unknown)' end,
  case when f.family in (3, 4) then '' else '(unknown)' end,
  sum(used.up_bytes), sum(used.down_bytes), sum(used.requests), 0, 0, 0, 0
from (
  select u.account_id, u.day, s.term as product, u.up_bytes, u.down_bytes, u.requests
    from static_usage_day u join static_ip s on s.id = u.static_id
  union all
  select u.account_id, u.day, p.kind, u.up_bytes, u.down_bytes, u.requests
    from unlimited_usage_day u join unlimited_plan p on p.id = u.plan_id
  union all
  select o.account_id, (o.opened_at at time zone 'UTC')::date, 'ip', o.up_bytes, o.down_bytes,
    o.requests from opened_ip o where o.up_bytes + o.down_bytes + o.requests > 0
) used cross join (values (0), (1), (3), (4), (5)) f (family)
where used.day >= (product_now() - interval '830 days')::date
group by 1, 2, 4, 5;

insert into usage_cell_month (account_id, family, scope, at, product, country, key, up_bytes, down_bytes, requests, ok, refused, cut, failed)
select account_id, family, scope, date_trunc('month', at, 'UTC'), product, country, key,
  sum(up_bytes), sum(down_bytes), sum(requests), 0, 0, 0, 0
from usage_cell_day group by 1, 2, 3, 4, 5, 6, 7;
