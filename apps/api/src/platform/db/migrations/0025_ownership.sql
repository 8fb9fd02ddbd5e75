-- What belongs to which node (spec/nodes#ownership). The previous release does not know the columns:
-- what it adds is the local node's, as all was until now.
create function local_node() returns uuid language sql stable
  as $$ select id from node where name = 'local' $$;

-- Where its HTTP and SOCKS5 port is, as the node's gateway told; null: GATEWAY_PORT.
alter table node add column gateway_port integer check (gateway_port between 1 and 65535);

-- The addresses that a node's machine has, as its gateway told.
create table node_address (
  node_id uuid not null references node (id),
  address inet not null,
  primary key (node_id, address)
);
create index node_address_of on node_address (address);

alter table exit
  -- Whose exit it is; null where every node has it, or where nobody has one that needs an owner.
  add column node_id uuid references node (id),
  -- The operator's list named the node: addresses do not move it.
  add column node_named boolean not null default false;
update exit set node_id = local_node()
  where not lab and (how = 'local' or product in ('static', 'short'));
create index exit_of_node on exit (node_id) where node_id is not null;

-- Which nodes failed to reach an exit that every node has, since one of them last did.
create table exit_failure (
  exit_id uuid not null references exit (id) on delete cascade,
  node_id uuid not null references node (id),
  primary key (exit_id, node_id)
);

-- Who reported it.
alter table exit_health add column node_id uuid references node (id);

alter table gate_port add column node_id uuid not null default local_node() references node (id);
alter table unlimited_port add column node_id uuid not null default local_node()
  references node (id);
drop index gate_port_number;
create unique index gate_port_number on gate_port (node_id, port) where released_at is null;
drop index unlimited_port_number;
create unique index unlimited_port_number on unlimited_port (node_id, port)
  where released_at is null;
drop index unlimited_port_released;
create index unlimited_port_released on unlimited_port (node_id, port, released_at);

-- Numbers by node. The tables that they replace are the previous release's.
create table gate_released_number (
  node_id uuid not null default local_node() references node (id),
  port integer not null,
  given_back timestamptz not null,
  primary key (node_id, port)
);
insert into gate_released_number select local_node(), port, given_back from gate_number;
create table gate_bad_number (
  node_id uuid not null default local_node() references node (id),
  port integer not null,
  until timestamptz not null,
  detail text not null default '',
  primary key (node_id, port)
);
insert into gate_bad_number select local_node(), port, until, detail from gate_bad_port;
create table unlimited_bad_number (
  node_id uuid not null default local_node() references node (id),
  port integer not null,
  until timestamptz not null,
  detail text not null default '',
  primary key (node_id, port)
);
insert into unlimited_bad_number select local_node(), port, until, detail from unlimited_bad_port;
