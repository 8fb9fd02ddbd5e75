-- Static IPs, long term (`static`) and short term (`short`): contract §8, §9.

-- The stock (exit/static-stock.ts): an exit serves one static IP at a time, then rests.
alter table exit add column taken_by uuid;
alter table exit add column rests_until timestamptz;
create index exit_static_stock on exit (product, country, city, id)
  where retired_at is null and taken_by is null and product in ('static', 'short');
create unique index exit_taken_by on exit (taken_by) where taken_by is not null;

-- An address is one door: customers reach one exit there, of one product. Before this nothing of it
-- was sold, so that of those that share one the first stays.
update exit set retired_at = now() where id in (
  select id from (
    select id, row_number() over (partition by ip order by created_at, id) as nth
    from exit where retired_at is null and product in ('static', 'short')
  ) as same where nth > 1);
update exit set retired_at = now() where id in (
  select id from (
    select id, row_number() over (
      partition by case how when 'local' then host::inet else ip end order by created_at, id) as nth
    from exit where retired_at is null and product in ('static', 'short')
  ) as same where nth > 1);
create unique index exit_static_ip on exit (ip)
  where retired_at is null and product in ('static', 'short');
create unique index exit_static_door on exit ((case how when 'local' then host::inet else ip end))
  where retired_at is null and product in ('static', 'short');

-- How gateways found the doors of static exits (exit/health.ts); no row: not looked at yet.
create table exit_health (
  exit_id uuid primary key references exit (id),
  ports integer[] not null,
  reachable boolean not null,
  detail text not null default '',
  changed_at timestamptz not null
);
create index exit_health_bad on exit_health (exit_id) where not reachable;

-- What customers have (static/store.ts). The place is written down, as it was when it was taken.
create table static_ip (
  id uuid primary key,
  account_id uuid not null references account (id),
  term text not null check (term in ('static', 'short')),
  exit_id uuid not null references exit (id),
  ip inet not null,
  country text not null,
  city text not null,
  city_name text not null,
  isp_name text not null,
  asn bigint not null,
  -- The period bought or renewed last.
  days integer not null check (days > 0),
  started_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > started_at),
  auto_renew boolean not null default false,
  -- The end for which auto-renew could not pay; the mail was sent for it.
  renew_failed_for timestamptz,
  name text not null check (name ~ '^[0-9A-Za-z]{6,22}$'),
  sealed_password text not null,
  verifier text not null check (verifier ~ '^[0-9a-f]{64}$'),
  whitelist inet[] not null default '{}',
  remark text not null default '',
  replacements integer not null default 0,
  -- Its end was written into the history.
  end_noted boolean not null default false,
  -- The exit was given back: 24 h after the end, or when it was deleted.
  released_at timestamptz,
  deleted_at timestamptz,
  check (deleted_at is null or released_at is not null)
);
create unique index static_ip_exit on static_ip (exit_id) where released_at is null;
create index static_ip_of on static_ip (account_id, term, expires_at, id) where deleted_at is null;
create index static_ip_deleted on static_ip (account_id) where deleted_at is not null;
create index static_ip_live on static_ip (id) where released_at is null;
create index static_ip_ends on static_ip (expires_at) where released_at is null;
create index static_ip_due on static_ip (expires_at) where released_at is null and auto_renew;
create index static_ip_gone on static_ip (expires_at)
  where released_at is not null and deleted_at is null;

-- What happened to them (static/events.ts).
create table static_event (
  id uuid primary key,
  account_id uuid not null references account (id),
  static_id uuid not null references static_ip (id),
  term text not null,
  at timestamptz not null,
  action text not null,
  ip inet not null,
  days integer not null default 0,
  detail text not null default '',
  -- A mail has to tell of it still (static/tell-renewed.ts).
  to_tell boolean not null default false,
  position bigint generated always as identity
);
create index static_event_to_tell on static_event (account_id) where to_tell;
create index static_event_of on static_event (account_id, term, position desc);
create index static_event_ip on static_event (static_id, position desc);

-- What they carried by UTC day (static/usage.ts): counted, not billed.
create table static_usage_day (
  static_id uuid not null references static_ip (id),
  account_id uuid not null,
  day date not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  requests bigint not null check (requests >= 0),
  primary key (static_id, day)
);
create index static_usage_day_of on static_usage_day (account_id, day);

-- What a payment from outside renews when it comes in (static/paid-renewal.ts).
create table static_renewal (
  order_id uuid not null references shop_order (id),
  static_id uuid not null references static_ip (id),
  days integer not null,
  primary key (order_id, static_id)
);

alter table gateway_news drop constraint gateway_news_kind_check;
alter table gateway_news add constraint gateway_news_kind_check
  check (kind in ('subAccount', 'whitelist', 'exit', 'staticIp'));
