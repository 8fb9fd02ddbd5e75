-- Gateway machines. A node is added by the operator, joins with a line that is used once,
-- and proves its key on each connection afterwards.
create table node (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  region text not null,
  -- What customers connect to; empty means GATEWAY_PUBLIC_HOST.
  host text not null,
  -- host:port where other nodes reach this node's exits, null without a relay.
  relay text,
  -- Ed25519, 32 bytes; null until it joined.
  public_key bytea unique check (length(public_key) = 32),
  -- SHA-256 of the line's secret. It stays once it was used, without a time, so that a second use is
  -- told from an unknown line.
  join_hash bytea unique,
  join_expires_at timestamptz,
  draining boolean not null default false,
  retired_at timestamptz,
  -- How long a lease of this node lasts: far nodes may get more.
  lease_seconds integer not null default 60 check (lease_seconds between 60 and 300),
  created_at timestamptz not null default now()
);

-- The gateway on the API's own machine.
insert into node (name, region, host) values ('local', 'global', '');

-- The last connection of each worker of a node.
create table node_worker (
  node_id uuid not null references node (id),
  worker integer not null check (worker between 1 and 64),
  -- The worker's run: a new one with each start of its process.
  epoch text not null,
  -- The API process that it is connected to.
  replica text not null,
  version text not null,
  -- The node's clock against the hub's; positive where it is ahead.
  skew_ms integer not null default 0,
  connected_at timestamptz not null,
  seen_at timestamptz not null,
  disconnected_at timestamptz,
  primary key (node_id, worker)
);

-- One row. An API whose key has another fingerprint does not start.
create table installation (
  id smallint primary key check (id = 1),
  key_fingerprint text
);
insert into installation (id) values (1);
