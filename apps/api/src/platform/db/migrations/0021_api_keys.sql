-- API keys (identity/api-key/store.ts): credentials of programs.
create table api_key (
  id uuid primary key,
  account_id uuid not null references account (id),
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  prefix text not null,
  last_four text not null,
  scopes text[] not null
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'proxies', 'buy']),
  -- Addresses and networks it works from; none: everywhere.
  ips text[] not null default '{}',
  -- The most it may spend from the wallet in a calendar month (UTC); null: no limit.
  max_cents bigint check (max_cents >= 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_ip text,
  position bigint generated always as identity
);
create index api_key_of on api_key (account_id, position);

-- What authenticating a call needs of a key: none of a disabled or closed account.
create view api_key_facts as
  select k.id, k.account_id, k.key_hash, k.scopes, k.ips, k.expires_at, k.last_used_at
  from api_key k join account a on a.id = k.account_id
  where a.disabled_at is null;

-- What a key has spent, by month: a conditional update holds the limit.
create table api_key_spending (
  api_key_id uuid not null references api_key (id) on delete cascade,
  -- The month's first day (UTC).
  month date not null,
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (api_key_id, month)
);
