-- Lists of proxies bought from wholesalers (spec/supply#lists): each line is an exit.
create table exit_list (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  product text not null check (product in ('static', 'short', 'pool')),
  how text not null check (how in ('http', 'socks5')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- As the operator named them; empty and 0: as the GeoIP files say.
  state text not null,
  city text not null,
  isp text not null,
  asn bigint not null,
  provenance text not null,
  node_id uuid references node (id),
  -- Where the list is read again every hour; sealed, as such links carry a password. Empty: never.
  sealed_url text not null default '',
  -- The last UTC day that is paid to the wholesaler; null: not known.
  ends_on date,
  created_at timestamptz not null,
  synced_at timestamptz,
  -- Why it could not be read the last time; empty if it was.
  trouble text not null default ''
);

alter table exit
  add column list_id uuid references exit_list (id),
  -- The list lacks it since then: it is retired once nobody has it.
  add column delisted_at timestamptz,
  -- A static exit whose address is on no machine of ours: customers connect to a port of its node.
  add column shared boolean not null default false,
  add column shared_port integer check (shared_port between 1 and 65535),
  -- The port was open once: it keeps its number.
  add column shared_open boolean not null default false;
create unique index exit_shared_port on exit (node_id, shared_port)
  where shared_port is not null and retired_at is null;
create index exit_without_port on exit (id)
  where shared and shared_port is null and retired_at is null;
create index exit_of_list on exit (list_id) where list_id is not null;

-- Shared ports that a node could not open.
create table exit_bad_number (
  node_id uuid not null references node (id),
  port integer not null,
  until timestamptz not null,
  primary key (node_id, port)
);
