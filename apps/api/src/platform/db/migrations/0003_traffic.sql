-- Traffic: exits, sub-accounts, whitelist, leases, usage and the news that gateways hear.

-- What gateways go out through (exit/exits.ts). Places are tokens (contract §16 Places).
create table exit (
  id uuid primary key,
  how text not null check (how in ('local', 'http', 'socks5')),
  ip inet not null,
  host text not null,
  port integer not null check (port between 0 and 65535),
  username text not null default '',
  sealed_password text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null,
  state_name text not null,
  city text not null,
  city_name text not null,
  postal text not null,
  isp text not null,
  isp_name text not null,
  asn bigint not null check (asn between 0 and 4294967295),
  lab boolean not null,
  product text not null check (product in ('pool', 'static', 'short', 'unlimited')),
  provenance text not null default '',
  created_at timestamptz not null,
  retired_at timestamptz,
  check (state ~ '^[a-z0-9]+$' and city ~ '^[a-z0-9]+$' and isp ~ '^[a-z0-9]+$')
);
create unique index exit_live_ip on exit (ip, product) where retired_at is null;
create index exit_place on exit (product, country, state, city) where retired_at is null;

-- The names that traffic is sent under (sub-account/store.ts). A row is never removed: a name is
-- used once for ever (spec §4).
create table sub_account (
  id uuid primary key,
  account_id uuid not null references account (id),
  name text not null check (name ~ '^[0-9A-Za-z]{6,22}$'),
  sealed_password text not null,
  verifier text not null check (verifier ~ '^[0-9a-f]{64}$'),
  main boolean not null default false,
  enabled boolean not null default true,
  remark text not null default '',
  -- Ever allotted, and used; what came from the unallotted rest counts as both.
  allotted_bytes bigint not null default 0 check (allotted_bytes >= 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (used_bytes <= allotted_bytes),
  check (deleted_at is null or not main)
);
create unique index sub_account_name on sub_account (lower(name));
create unique index sub_account_main on sub_account (account_id) where main;
create index sub_account_of on sub_account (account_id, created_at desc, id);
create index sub_account_live on sub_account (id) where deleted_at is null;

-- Addresses that need no password (whitelist/store.ts); each stands once over all accounts.
create table whitelist_entry (
  id uuid primary key,
  account_id uuid not null references account (id),
  sub_account_id uuid not null references sub_account (id),
  ip inet not null,
  description text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz
);
create unique index whitelist_entry_ip on whitelist_entry (ip);
create index whitelist_entry_of on whitelist_entry (account_id, created_at desc, id);
create index whitelist_entry_sub on whitelist_entry (sub_account_id);
create index whitelist_entry_expiry on whitelist_entry (expires_at) where expires_at is not null;

-- Bytes that a gateway may carry (hub/lease-store.ts). Reserved in the ledger under the same id.
create table lease (
  id uuid primary key,
  account_id uuid not null,
  sub_account_id uuid not null references sub_account (id),
  gateway text not null,
  epoch text not null,
  -- Where the bytes were taken from: the account's unallotted rest, or the allotment.
  source text not null check (source in ('main', 'sub')),
  leased_bytes bigint not null check (leased_bytes > 0),
  used_bytes bigint not null default 0 check (used_bytes between 0 and leased_bytes),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create index lease_open on lease (expires_at) where settled_at is null;
create index lease_open_of on lease (account_id, sub_account_id) where settled_at is null;
create index lease_settled on lease (settled_at) where settled_at is not null;

-- Which reports were applied (traffic/ingest-store.ts): once each, however often they come.
create table usage_report (
  gateway text not null,
  epoch text not null,
  sequence bigint not null,
  applied_at timestamptz not null,
  primary key (gateway, epoch, sequence)
);
create index usage_report_age on usage_report (applied_at);

-- Statistics (traffic/store.ts): sums of what was billed. The nil sub_account_id is the
-- whole account.
create table usage_hour (
  account_id uuid not null,
  sub_account_id uuid not null,
  product text not null,
  hour timestamptz not null,
  up_bytes bigint not null,
  down_bytes bigint not null,
  requests bigint not null,
  primary key (account_id, sub_account_id, hour, product)
);
create table usage_domain_day (
  account_id uuid not null,
  sub_account_id uuid not null,
  day date not null,
  domain text not null,
  bytes bigint not null,
  requests bigint not null,
  primary key (account_id, sub_account_id, day, domain)
);
create table usage_place_day (
  account_id uuid not null,
  day date not null,
  country text not null,
  city text not null,
  bytes bigint not null,
  requests bigint not null,
  primary key (account_id, day, country, city)
);

-- Which exit a session id holds (hub/holds.ts). Lost in a crash of the database: another is taken.
create unlogged table session_hold (
  sub_account_id uuid not null,
  key text not null,
  exit_id uuid not null,
  minutes integer not null check (minutes between 1 and 1440),
  until timestamptz not null,
  changed_at timestamptz not null,
  primary key (sub_account_id, key)
);
create index session_hold_until on session_hold (until);

-- Which rows gateways have to hear about (hub/news.ts). Written in the change's own transaction.
create table gateway_news (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('subAccount', 'whitelist', 'exit')),
  row_id uuid not null,
  told_at timestamptz not null default clock_timestamp()
);
create index gateway_news_age on gateway_news (told_at);
