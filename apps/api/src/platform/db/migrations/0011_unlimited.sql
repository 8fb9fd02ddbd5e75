-- Unlimited plans, by port and by bandwidth: contract §10, §16 Unlimited.

-- What is sold by region: a product for each kind, region and period.
create table unlimited_region (
  region text primary key,
  position integer not null,
  -- What the operator sells there in all: ports, and Mbps of bandwidth plans.
  most_ports integer not null default 2000 check (most_ports >= 0),
  most_mbps integer not null default 20000 check (most_mbps >= 0)
);
insert into unlimited_region (region, position) values
  ('north-america', 10), ('europe', 20), ('asia', 30), ('south-america', 40), ('oceania', 50),
  ('africa', 60), ('global', 70);

alter table product
  add column region text references unlimited_region (region),
  add column step_qty integer not null default 1 check (step_qty >= 1),
  add check ((region is not null) = (kind in ('port', 'bandwidth'))),
  add check (region is null or asset is null);
insert into product (sku, kind, region, days, min_qty, max_qty, step_qty, position)
  select format('%s-%s-%s', k.kind, r.region, d.days), k.kind, r.region, d.days,
    k.least, k.most, k.step, k.position + r.position + d.position
  from unlimited_region r
  cross join (values ('port', 1, 1000, 1, 200), ('bandwidth', 100, 10000, 100, 300))
    as k (kind, least, most, step, position)
  cross join (values (7, 1), (30, 2), (90, 3)) as d (days, position);
insert into price_tier (sku, from_qty, unit_micros)
  select p.sku, p.min_qty, t.unit_micros
  from product p
  join (values ('port', 7, 3000000), ('port', 30, 9000000), ('port', 90, 24000000),
      ('bandwidth', 7, 450000), ('bandwidth', 30, 1400000), ('bandwidth', 90, 3800000))
    as t (kind, days, unit_micros) on t.kind = p.kind and t.days = p.days;

-- An order of a plan grants time, in seconds; no asset of the ledger.
alter table shop_order alter column asset drop not null;

-- What customers have (unlimited/store.ts).
create table unlimited_plan (
  id uuid primary key,
  account_id uuid not null references account (id),
  kind text not null check (kind in ('port', 'bandwidth')),
  region text not null references unlimited_region (region),
  -- Ports, or Mbps.
  quantity integer not null check (quantity > 0),
  -- The period bought or renewed last.
  days integer not null check (days > 0),
  -- The order that made it.
  order_id uuid not null unique references shop_order (id),
  order_no text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null check (expires_at >= started_at),
  -- Milliseconds that it stood still: between an end by a refund and the refund's undoing. It ends
  -- where it began, and this, and the seconds of its orders less what refunds took of them.
  idle_ms bigint not null default 0 check (idle_ms >= 0),
  -- Client addresses that need no password at its ports.
  whitelist inet[] not null default '{}',
  -- Its ports were closed for good: 24 h after the end.
  released_at timestamptz,
  -- It has time again that a refund's undoing returned, and no numbers were free for its ports: it
  -- stands still since then, until there are (unlimited/reopen.ts).
  waiting_since timestamptz check (waiting_since is null or released_at is not null),
  position bigint generated always as identity
);
create index unlimited_plan_waits on unlimited_plan (id) where waiting_since is not null;
create index unlimited_plan_of on unlimited_plan (account_id, kind, position desc);
create index unlimited_plan_ends on unlimited_plan (expires_at) where released_at is null;

create table unlimited_port (
  id uuid primary key,
  plan_id uuid not null references unlimited_plan (id),
  account_id uuid not null,
  -- Its place in the plan, from 1 on.
  place integer not null,
  port integer not null check (port between 1 and 65535),
  rotation_minutes integer not null check (rotation_minutes between 1 and 120),
  -- Turns are counted from then, beginning with this one (rules/rotation.ts).
  rotation_from timestamptz not null,
  rotation_turn bigint not null default 0,
  country text,
  format text not null,
  remark text not null default '',
  name text not null check (name ~ '^[0-9A-Za-z]{6,22}$'),
  sealed_password text not null,
  verifier text not null check (verifier ~ '^[0-9a-f]{64}$'),
  -- As gateways told it (unlimited/port-states.ts): which worker has it, since when it is open for
  -- the first time, and why it is not open now; empty where it is, or nobody has told yet.
  gateway text,
  opened_at timestamptz,
  open boolean not null default false,
  trouble text not null default '',
  -- The kernel's code of the trouble: EADDRINUSE; empty where there is none, or no code of it.
  trouble_code text not null default '',
  released_at timestamptz,
  unique (plan_id, place)
);
create index unlimited_port_of on unlimited_port (account_id, lower(name));
create unique index unlimited_port_number on unlimited_port (port) where released_at is null;
create index unlimited_port_live on unlimited_port (id) where released_at is null;
create index unlimited_port_useless on unlimited_port (id)
  where released_at is null and opened_at is null and trouble_code <> '';
create index unlimited_port_released on unlimited_port (port, released_at);

-- Numbers that a gateway could not open: not given to anybody for a while.
create table unlimited_bad_port (
  port integer primary key,
  until timestamptz not null,
  detail text not null default ''
);

-- Which plan an order gave its time to: the order that made it, and each renewal. A renewal that
-- waits for its payment is not counted yet (unlimited/term-store.ts).
create table unlimited_term (
  order_id uuid primary key references shop_order (id),
  plan_id uuid not null references unlimited_plan (id),
  counted_at timestamptz
);
create index unlimited_term_plan on unlimited_term (plan_id);

-- What ports carried by UTC day (unlimited/usage.ts): counted, not billed.
create table unlimited_usage_day (
  port_id uuid not null references unlimited_port (id),
  plan_id uuid not null,
  account_id uuid not null,
  day date not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  requests bigint not null check (requests >= 0),
  primary key (port_id, day)
);
create index unlimited_usage_day_plan on unlimited_usage_day (plan_id, day);
create index unlimited_usage_day_old on unlimited_usage_day (day);

-- The monitor by the minute (monitor/store.ts); kept for a day and a bit. All is of one worker, so
-- that what is written of the same minute later is added to it.
create table worker_minute (
  gateway text not null,
  minute timestamptz not null,
  -- Milliseconds of the minute that were seen.
  span_ms integer not null check (span_ms > 0),
  -- Averages of them.
  cpu_percent real not null,
  memory_percent real not null,
  primary key (gateway, minute)
);
create index worker_minute_old on worker_minute (minute);
create table plan_minute (
  plan_id uuid not null,
  minute timestamptz not null,
  gateway text not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  -- Open connections, each by how long it was seen.
  connection_ms bigint not null,
  primary key (plan_id, minute, gateway)
);
create index plan_minute_old on plan_minute (minute);

alter table gateway_news drop constraint gateway_news_kind_check;
alter table gateway_news add constraint gateway_news_kind_check
  check (kind in ('subAccount', 'whitelist', 'exit', 'staticIp', 'unlimitedPort'));
