-- What is sold, to whom, and how it was paid (contract §3, §16).

create table product (
  sku text primary key,
  kind text not null check (kind in ('traffic', 'ip', 'static', 'short', 'port', 'bandwidth')),
  enterprise boolean not null default false,
  days integer,
  min_qty integer not null check (min_qty >= 1),
  max_qty integer not null,
  -- What one unit grants: `grant_per_unit` of a ledger asset. Null: sold by region, not by /v1/order.
  asset text,
  grant_per_unit bigint,
  on_sale boolean not null default true,
  position integer not null,
  check (max_qty >= min_qty),
  check ((asset is null) = (grant_per_unit is null))
);

create table price_tier (
  sku text not null references product (sku),
  from_qty integer not null check (from_qty >= 1),
  -- Millionths of a dollar.
  unit_micros bigint not null check (unit_micros >= 0),
  primary key (sku, from_qty)
);

insert into product
  (sku, kind, enterprise, days, min_qty, max_qty, asset, grant_per_unit, position) values
  ('traffic-standard', 'traffic', false, null, 1, 100000, 'traffic', 1000000000, 10),
  ('traffic-enterprise', 'traffic', true, null, 1000, 1000000, 'traffic', 1000000000, 20),
  ('ip-standard', 'ip', false, null, 10, 100000, 'ip', 1, 30),
  ('ip-enterprise', 'ip', true, null, 10000, 1000000, 'ip', 1, 40),
  ('static-7', 'static', false, 7, 1, 10000, 'static7', 1, 50),
  ('static-30', 'static', false, 30, 1, 10000, 'static30', 1, 60),
  ('static-90', 'static', false, 90, 1, 10000, 'static90', 1, 70),
  ('short-1', 'short', false, 1, 1, 10000, 'short1', 1, 80),
  ('short-3', 'short', false, 3, 1, 10000, 'short3', 1, 90),
  ('short-7', 'short', false, 7, 1, 10000, 'short7', 1, 100);

insert into price_tier (sku, from_qty, unit_micros) values
  ('traffic-standard', 1, 3500000), ('traffic-standard', 10, 3000000),
  ('traffic-standard', 50, 2500000), ('traffic-standard', 100, 2200000),
  ('traffic-standard', 500, 1900000),
  ('traffic-enterprise', 1000, 1500000), ('traffic-enterprise', 3000, 1250000),
  ('traffic-enterprise', 5000, 1000000), ('traffic-enterprise', 10000, 770000),
  ('ip-standard', 10, 150000), ('ip-standard', 100, 120000), ('ip-standard', 500, 95000),
  ('ip-standard', 2000, 75000),
  ('ip-enterprise', 10000, 45000), ('ip-enterprise', 50000, 35000),
  ('ip-enterprise', 100000, 28500),
  ('static-7', 1, 2500000), ('static-7', 50, 2250000), ('static-7', 200, 2000000),
  ('static-30', 1, 5000000), ('static-30', 50, 4500000), ('static-30', 200, 4000000),
  ('static-90', 1, 13500000), ('static-90', 50, 12000000), ('static-90', 200, 10800000),
  ('short-1', 1, 500000), ('short-1', 50, 450000), ('short-1', 200, 400000),
  ('short-3', 1, 1200000), ('short-3', 50, 1080000), ('short-3', 200, 960000),
  ('short-7', 1, 2200000), ('short-7', 50, 1980000), ('short-7', 200, 1760000);

create table coupon (
  id uuid primary key,
  account_id uuid not null references account (id),
  kind text not null check (kind in ('gift', 'discount')),
  percent integer check (percent between 1 and 100),
  -- The list price that a discount needs at least.
  min_cents bigint check (min_cents >= 0),
  gift_sku text references product (sku),
  gift_amount integer check (gift_amount >= 1),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_order_id uuid,
  check ((kind = 'discount') = (percent is not null)),
  check ((kind = 'gift') = (gift_sku is not null and gift_amount is not null))
);
create index coupon_account on coupon (account_id, created_at desc);

create table shop_order (
  id uuid primary key,
  -- For people: on receipts, invoices and in questions to support.
  order_no text not null unique,
  account_id uuid not null references account (id),
  sku text not null references product (sku),
  kind text not null,
  enterprise boolean not null,
  quantity integer not null check (quantity >= 1),
  list_cents bigint not null check (list_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and list_cents),
  amount_cents bigint not null check (amount_cents = list_cents - discount_cents),
  method text not null check (method in ('wallet', 'card', 'crypto', 'coupon')),
  status text not null check (status in ('pending', 'paid', 'failed', 'refunded')),
  coupon_id uuid references coupon (id),
  -- What paying it grants.
  asset text not null,
  granted bigint not null check (granted > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  created_at timestamptz not null,
  -- Keeps the order of orders that were placed at one instant.
  position bigint generated always as identity,
  paid_at timestamptz,
  refunded_at timestamptz
);
create index shop_order_account on shop_order (account_id, position desc);
create index shop_order_enterprise on shop_order (account_id, kind)
  where enterprise and status = 'paid';
alter table coupon
  add foreign key (used_order_id) references shop_order (id) deferrable initially deferred;

create table payment (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- Null: into the wallet. Otherwise the order that it pays.
  order_id uuid unique references shop_order (id),
  method text not null check (method in ('card', 'crypto')),
  provider text not null,
  status text not null check (status in ('pending', 'paid', 'failed', 'expired', 'refunded')),
  amount_cents bigint not null check (amount_cents > 0),
  -- The bonus that was promised when the payment began.
  bonus_cents bigint not null check (bonus_cents >= 0),
  -- What has arrived in all; above the amount it is a surplus that support has to return.
  received_cents bigint not null default 0 check (received_cents >= 0),
  -- A refund was reported before the payment itself: it is reversed as soon as it arrives.
  refund_due boolean not null default false,
  created_at timestamptz not null,
  position bigint generated always as identity,
  expires_at timestamptz not null,
  paid_at timestamptz,
  refunded_at timestamptz
);
create index payment_account on payment (account_id, position desc);
create index payment_pending on payment (expires_at) where status = 'pending';

-- What the provider told, each event once.
create table payment_event (
  provider text not null,
  event_id text not null,
  payment_id uuid not null references payment (id),
  what text not null check (what in ('received', 'failed', 'refunded')),
  received_cents bigint,
  at timestamptz not null,
  primary key (provider, event_id)
);

-- What refunded recharges left owing: the next recharge pays it first (contract §16).
create table wallet_debt (
  account_id uuid primary key references account (id),
  cents bigint not null check (cents >= 0)
);

-- Recharge promotions (spec §9), off unless somebody turns them on.
create table promotion (
  id uuid primary key,
  -- A key into locales' shop.json, or a title of the operator's own.
  key text,
  title text,
  from_cents bigint not null check (from_cents >= 0),
  percent integer not null check (percent between 1 and 100),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  enabled boolean not null default false,
  check ((key is null) = (title is not null))
);
insert into promotion (id, key, from_cents, percent, starts_at, ends_at) values
  (gen_random_uuid(), 'halloween', 20000, 5, '2027-10-25Z', '2027-11-02Z'),
  (gen_random_uuid(), 'halloween', 50000, 10, '2027-10-25Z', '2027-11-02Z'),
  (gen_random_uuid(), 'halloween', 200000, 15, '2027-10-25Z', '2027-11-02Z');
