-- How often a node's key was taken from it or replaced (spec/nodes#generations): connections and relay
-- passwords of an earlier generation end. The previous release neither reads nor raises it.
alter table node add column generation integer not null default 1 check (generation >= 1);

-- The runs of each worker in the order in which a hub first saw them: a node cannot choose its place.
create table node_run (
  node_id uuid not null references node (id),
  worker integer not null check (worker between 1 and 64),
  epoch text not null,
  run bigint generated always as identity,
  primary key (node_id, worker, epoch)
);
insert into node_run (node_id, worker, epoch)
  select node_id, worker, epoch from node_worker order by connected_at;

-- The host for which a node last proved its key although no API has it (PUBLIC_URL, LINK_HOSTS).
alter table node add column refused_host text;
alter table node add column refused_host_at timestamptz;

-- When a node's machine stopped having an address; null while it has it. An exit stays with its owner,
-- and the operator is told (spec/nodes#ownership). The previous release deletes such rows.
alter table node_address add column gone_at timestamptz;

-- Whether the node's relay knows passwords for each asking node (spec/nodes#relay); gateways of the
-- previous release know one for all.
alter table node add column relay_per_asker boolean not null default false;
