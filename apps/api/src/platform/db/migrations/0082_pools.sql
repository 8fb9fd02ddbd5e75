-- Pools of traffic beside the first one (spec/supply#members). Their names are a setting; the shares
-- of the first one stay in `upstream` and `own_exits`.
create table pool_member (
  pool text not null check (pool ~ '^[a-z0-9][a-z0-9-]{0,39}$' and pool <> 'residential'),
  -- An upstream, or the row of own exits.
  member_id uuid not null,
  priority integer not null check (priority > 0),
  weight integer not null check (weight >= 0),
  primary key (pool, member_id)
);
create index pool_member_of on pool_member (member_id);

-- Whether the upstream is a member of the first pool.
alter table upstream add column in_first_pool boolean not null default true;
