-- What upstreams and exits cost, from a day on (spec/console#margin).
create table exit_cost (
  scope text not null check (scope in ('exit', 'upstream', 'provenance')),
  -- An address, the host of an upstream proxy, or a provenance as the exits have it.
  name text not null check (name <> ''),
  from_day date not null,
  -- Millionths of a dollar.
  per_gb_micros bigint not null check (per_gb_micros >= 0),
  per_ip_month_micros bigint not null check (per_ip_month_micros >= 0),
  created_at timestamptz not null,
  created_by text not null,
  primary key (scope, name, from_day)
);

-- What each exit carried, by UTC day: sums of connection_trace, which are kept longer than it.
create table exit_usage_day (
  day date not null,
  exit_ip inet not null,
  product text not null,
  bytes bigint not null,
  connections bigint not null,
  primary key (day, exit_ip, product)
);

-- A customer's dashboard as the staff sees it: read only, opened by a link once (spec/console#view).
create table account_view (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- Null: by the command line.
  staff_id uuid,
  staff_session_id uuid,
  -- An e-mail address of the staff, or `cli`.
  actor text not null,
  link_hash bytea not null unique check (octet_length(link_hash) = 32),
  link_expires_at timestamptz not null,
  -- Null until it was opened.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz,
  check ((token_hash is null) = (opened_at is null))
);
create index account_view_of on account_view (account_id);

-- An announcement in several languages: a row for each, of one bundle.
alter table news add column bundle uuid;

-- What the product itself says of a case, by a code with its values; `text` has it in English.
alter table abuse_case_event add column facts jsonb;
