-- The ISP pool, whitelisted ports and extraction links: contract §6, §16 Pool.

-- How exits of the pool are, as gateways find them (exit/pulse.ts): how long it takes to connect
-- through one, null before it was measured; one that failed again and again is offline, not counted
-- and not offered.
alter table exit
  add column latency_ms integer check (latency_ms >= 0),
  add column measured_at timestamptz,
  add column failures integer not null default 0,
  add column offline_since timestamptz,
  -- Where it is, for the lookup service; null where the inventory does not say.
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column timezone text not null default '';

-- Listening ports of the gateway that were made for a customer (gate-port/store.ts): of an opened
-- IP, or whitelisted. Unlimited plans have ports of their own.
create table gate_port (
  id uuid primary key,
  kind text not null check (kind in ('openedIp', 'whitePort')),
  account_id uuid not null references account (id),
  port integer not null check (port between 1 and 65535),
  -- The customer asked for this number: no other will do.
  asked boolean not null,
  -- As gateways told it: which worker has it, since when it is open for the first time, and why it
  -- is not open now; empty where it is, or nobody has told yet.
  gateway text,
  opened_at timestamptz,
  open boolean not null default false,
  trouble text not null default '',
  -- The kernel's code of the trouble: EADDRINUSE; empty where there is none, or no code of it.
  trouble_code text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Closed for good: its end, or its customer's wish.
  released_at timestamptz
);
create unique index gate_port_number on gate_port (port) where released_at is null;
create index gate_port_live on gate_port (kind, id) where released_at is null;
create index gate_port_of on gate_port (account_id, kind) where released_at is null;
create index gate_port_ends on gate_port (expires_at) where released_at is null;
create index gate_port_made on gate_port (created_at);
create index gate_port_white_closed on gate_port (released_at) where kind = 'whitePort';
create index gate_port_useless on gate_port (id)
  where released_at is null and opened_at is null and trouble_code <> '';

-- When a number was given back last: the longest rested is given first.
create table gate_number (
  port integer primary key,
  given_back timestamptz not null
);

-- Numbers that a gateway could not open: not given to anybody for a while.
create table gate_bad_port (
  port integer primary key,
  until timestamptz not null,
  detail text not null default ''
);

-- The one pair of name and password of an account's opened IPs (pool/login.ts).
create table ip_login (
  account_id uuid primary key references account (id),
  name text not null check (name ~ '^[0-9A-Za-z]{6,22}$'),
  sealed_password text not null,
  -- Hex SHA-256 of `name:password`, the name in lower case.
  verifier text not null check (verifier ~ '^[0-9a-f]{64}$')
);

-- IPs of the pool that were opened (pool/store.ts).
create table opened_ip (
  id uuid primary key references gate_port (id) on delete cascade,
  account_id uuid not null references account (id),
  exit_id uuid not null references exit (id),
  auth text not null check (auth in ('user', 'nouser')),
  by text not null check (by in ('call', 'link', 'lookup')),
  -- All that were opened at once, and paid by one entry of the ledger: `ipOpen:<opening_id>`.
  opening_id uuid not null,
  opened_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > opened_at),
  -- Before its time, by its customer.
  deleted_at timestamptz,
  -- Its IP of balance was given back: the port that was asked for never could be opened.
  returned_at timestamptz check (returned_at is null or deleted_at is not null),
  -- Off the list.
  hidden boolean not null default false,
  up_bytes bigint not null default 0 check (up_bytes >= 0),
  down_bytes bigint not null default 0 check (down_bytes >= 0),
  requests bigint not null default 0 check (requests >= 0),
  position bigint generated always as identity
);
create index opened_ip_of on opened_ip (account_id, auth, position desc);
create index opened_ip_days on opened_ip (account_id, opened_at);
create index opened_ip_opening on opened_ip (opening_id);

-- Whitelisted ports of the traffic plan (white-port/store.ts).
create table white_port (
  id uuid primary key references gate_port (id) on delete cascade,
  account_id uuid not null references account (id),
  -- Folded tokens; empty and null for any.
  country text not null default '',
  state text not null default '',
  city text not null default '',
  isp text not null default '',
  asn bigint,
  -- For people, as the inventory wrote them then.
  state_name text not null default '',
  city_name text not null default '',
  isp_name text not null default '',
  minutes integer not null check (minutes between 1 and 1440),
  remark text not null default '',
  by_link boolean not null default false,
  position bigint generated always as identity
);
create index white_port_of on white_port (account_id, position desc);

-- Extraction links (extraction/store.ts).
create table api_link (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- Hex SHA-256 of the token, which is shown again.
  token_hash text not null unique,
  sealed_token text not null,
  plan text not null check (plan in ('ip', 'traffic')),
  country text not null default '',
  state text not null default '',
  city text not null default '',
  state_name text not null default '',
  city_name text not null default '',
  num integer not null check (num between 1 and 500),
  hours integer check (hours between 1 and 5),
  minutes integer check (minutes between 1 and 1440),
  format text not null check (format in ('txt', 'json', 'csv')),
  separator text not null,
  port integer check (port between 80 and 10000),
  protocol text not null check (protocol in ('http', 'socks5')),
  remark text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz,
  uses bigint not null default 0,
  position bigint generated always as identity,
  check ((plan = 'ip') = (hours is not null) and (plan = 'traffic') = (minutes is not null))
);
create index api_link_of on api_link (account_id, position desc);

alter table gateway_news drop constraint gateway_news_kind_check;
alter table gateway_news add constraint gateway_news_kind_check
  check (kind in ('subAccount', 'whitelist', 'exit', 'staticIp', 'unlimitedPort', 'openedIp',
    'whitePort'));
