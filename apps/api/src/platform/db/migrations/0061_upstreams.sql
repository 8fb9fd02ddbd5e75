-- Upstreams: wholesalers' gateways that the pool sells beside own exits (spec/supply#upstreams).
create table upstream (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$' and name <> 'own'),
  -- As the operator wrote it, without login fields and secret.
  file jsonb not null,
  -- Login fields and secret, sealed.
  sealed text not null,
  priority integer not null check (priority > 0),
  weight integer not null check (weight >= 0),
  max_connections integer check (max_connections > 0),
  day_bytes bigint check (day_bytes > 0),
  month_bytes bigint check (month_bytes > 0),
  state text not null check (state in ('on', 'paused', 'retired', 'quotaGone', 'authFailed')),
  state_since timestamptz not null,
  -- When a quota is there again; or when a refused login is tried once more.
  next_try_at timestamptz,
  -- Set for a minute after the wholesaler refused connections as too many.
  eased_connections integer,
  eased_until timestamptz,
  created_at timestamptz not null
);

-- How an upstream spells places, up to 1,000 rows a page: gateways receive pages.
create table upstream_places (
  id uuid primary key,
  upstream_id uuid not null references upstream (id) on delete cascade,
  page integer not null,
  -- [[country, state, city, isp, token], …]
  rows jsonb not null,
  unique (upstream_id, page)
);

-- The pool's member of own exits: one row, once the operator has set it.
create table own_exits (
  id uuid primary key check (id = '00000000-0000-4000-8000-000000000001'),
  priority integer not null check (priority > 0),
  weight integer not null check (weight >= 0)
);

-- What an upstream costs, from a day on.
create table upstream_price (
  upstream_id uuid not null references upstream (id),
  from_day date not null,
  per_gb_micros bigint not null check (per_gb_micros >= 0),
  gb_bytes bigint not null check (gb_bytes > 0),
  primary key (upstream_id, from_day)
);

-- What went wrong: changes of states, and answers that need the operator.
create table upstream_alert (
  id bigint generated always as identity primary key,
  upstream_id uuid not null references upstream (id),
  at timestamptz not null,
  class text not null,
  text text not null
);
create index upstream_alert_of on upstream_alert (upstream_id, at desc);

-- Failed tries of the last day: samples for the operator, and what the hub decides by.
create table upstream_failure (
  id bigint generated always as identity primary key,
  upstream_id uuid not null references upstream (id),
  at timestamptz not null,
  class text not null,
  named boolean not null,
  status integer,
  socks integer,
  place text not null,
  account_id uuid not null,
  target_key text not null,
  sample text not null
);
create index upstream_failure_of on upstream_failure (upstream_id, class, at desc);
create index upstream_failure_at on upstream_failure (at);

-- Tries by hour, class ('' for successes) and time to connect (bucket n: below 2^n ms).
create table upstream_try_hour (
  upstream_id uuid not null references upstream (id),
  hour timestamptz not null,
  class text not null,
  bucket smallint not null,
  tries bigint not null,
  primary key (upstream_id, hour, class, bucket)
);

-- Connections that each gateway worker may have at an upstream with a limit; see connection_slot.
create table upstream_slot (
  upstream_id uuid not null,
  gateway text not null,
  epoch text not null,
  open integer not null,
  slots integer not null,
  ends_at timestamptz not null,
  primary key (upstream_id, gateway)
) with (fillfactor = 50);

-- Takes the share of one worker: `asked` is [{upstream, open}]. Each has what it has open and an
-- equal part of what is free; what was granted to others counts until they give it back.
create function upstream_slots_take(asked jsonb, worker text, run text, seconds integer,
  others integer)
returns table (upstream uuid, allowed integer) language plpgsql as $$
#variable_conflict use_column
declare
  u record;
  mine integer;
  opened integer;
  granted integer;
  workers integer;
  may integer;
begin
  for u in
    select x.id, least(x.max_connections,
        case when x.eased_until > clock_timestamp() then x.eased_connections end) as most
      from upstream x where x.state <> 'retired' order by x.id
  loop
    select coalesce(max((a ->> 'connections')::integer), 0) into mine
      from jsonb_array_elements(asked) a where a ->> 'upstreamId' = u.id::text;
    -- Without a limit rows only count.
    if u.most is null and mine = 0 then
      delete from upstream_slot s where s.upstream_id = u.id and s.gateway = worker;
      continue;
    end if;
    perform pg_advisory_xact_lock(61, hashtext(u.id::text));
    select coalesce(sum(s.open), 0), coalesce(sum(s.slots), 0), count(*)
      into opened, granted, workers from upstream_slot s
      where s.upstream_id = u.id and s.gateway <> worker and s.ends_at > clock_timestamp();
    may := greatest(mine, least(u.most - granted,
      mine + ceil(greatest(u.most - opened - mine, 0)
        / (greatest(workers, others) + 1.0))::integer));
    insert into upstream_slot as s (upstream_id, gateway, epoch, open, slots, ends_at)
    values (u.id, worker, run, mine, may, clock_timestamp() + make_interval(secs => seconds))
    on conflict (upstream_id, gateway) do update set epoch = excluded.epoch, open = excluded.open,
      slots = excluded.slots, ends_at = excluded.ends_at;
    if u.most is not null then
      upstream := u.id;
      allowed := may;
      return next;
    end if;
  end loop;
  -- A lost row counts as free until its worker asks again, a second later.
  perform set_config('synchronous_commit', 'off', true);
end $$;
