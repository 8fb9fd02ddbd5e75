-- What tunnels and requests of the last day came to (request-log/store.ts). Bounded by age and by
-- rows of an account (rules/request-log.ts); no foreign keys, since it is written in bulk.
create table request_log (
  -- The gateway's X-Request-Id.
  id text primary key,
  account_id uuid not null,
  sub_account_id uuid not null,
  at timestamptz not null,
  client text not null,
  target text not null,
  protocol text not null check (protocol in ('connect', 'http', 'socks5')),
  exit_ip text not null,
  country text not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  ms bigint not null check (ms >= 0),
  outcome text not null check (outcome in ('ok', 'refused', 'cut', 'failed')),
  reason text not null,
  detail text not null
);
create index request_log_of on request_log (account_id, at desc, id desc);
create index request_log_age on request_log (at);
