-- Groups of customers with prices of their own (spec/money#prices-for-some). Their tables are apart
-- from the list prices, which the previous release reads beside this one without knowing of groups.
create table price_group (
  name text primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$'),
  created_at timestamptz not null,
  created_by text not null
);
alter table account add column price_group text references price_group (name);
create index account_price_group on account (price_group) where price_group is not null;

create table group_price_tier (
  group_name text not null references price_group (name),
  sku text not null references product (sku),
  from_qty integer not null check (from_qty >= 1),
  -- Millionths of a dollar.
  unit_micros bigint not null check (unit_micros >= 0),
  primary key (group_name, sku, from_qty)
);
create index group_price_tier_sku on group_price_tier (sku);

-- As price_change.
create table group_price_change (
  id uuid primary key,
  group_name text not null references price_group (name),
  sku text not null references product (sku),
  from_qty integer not null check (from_qty >= 1),
  unit_micros bigint check (unit_micros >= 0),
  from_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  applied_at timestamptz,
  cancelled_at timestamptz,
  position bigint generated always as identity,
  check (applied_at is null or cancelled_at is null)
);
create index group_price_change_ahead on group_price_change (group_name, sku, from_at, position)
  where applied_at is null and cancelled_at is null;
