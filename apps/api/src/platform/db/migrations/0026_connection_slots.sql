-- Open connections of sub-accounts with a limit, by gateway worker: the limit holds over all gateways
-- and API processes. A row counts until it ends; the hub renews those of the gateways it hears.
-- No reference to sub_account: its lock would make connections wait for leases.
create table connection_slot (
  sub_account_id uuid not null,
  gateway text not null,
  epoch text not null,
  slots integer not null check (slots > 0),
  ends_at timestamptz not null,
  primary key (sub_account_id, gateway)
) with (fillfactor = 50);
create index connection_slot_gateway on connection_slot (gateway);

-- Takes and gives back slots: `asked` is [{n, sub, gateway, epoch, open, wanted}]; answers how many
-- each may have (rules/sub-account-limits.ts, slotsAllowed). One at a time for a sub-account.
create function connection_slots_take(asked jsonb, seconds integer)
returns table (n integer, allowed integer) language plpgsql as $$
#variable_conflict use_column
declare
  q record;
  most integer;
  elsewhere integer;
  before integer;
  ends timestamptz;
  may integer;
  grew boolean := false;
begin
  -- In one order everywhere, so that two statements never wait for each other.
  for q in
    select x.* from jsonb_to_recordset(asked)
      as x (n integer, sub uuid, gateway text, epoch text, open integer, wanted integer)
    order by hashtext(x.sub::text), x.sub, x.n
  loop
    perform pg_advisory_xact_lock(26, hashtext(q.sub::text));
    most := null;
    if q.wanted > q.open then
      select s.max_connections into most from sub_account s where s.id = q.sub;
    end if;
    -- What others committed before the lock was taken is seen: a statement of its own.
    select coalesce(sum(c.slots) filter (where c.gateway <> q.gateway and c.ends_at > clock_timestamp()), 0),
      coalesce(max(c.slots) filter (where c.gateway = q.gateway and c.epoch = q.epoch), 0),
      max(c.ends_at) filter (where c.gateway = q.gateway and c.epoch = q.epoch)
      into elsewhere, before, ends
      from connection_slot c where c.sub_account_id = q.sub;
    may := greatest(q.open, least(q.wanted, most - elsewhere));
    if may <= 0 then
      if before > 0 or ends is null then
        delete from connection_slot c where c.sub_account_id = q.sub and c.gateway = q.gateway;
      end if;
    elsif may <> before or ends < clock_timestamp() + make_interval(secs => seconds / 2.0) then
      insert into connection_slot as c (sub_account_id, gateway, epoch, slots, ends_at)
      values (q.sub, q.gateway, q.epoch, may, clock_timestamp() + make_interval(secs => seconds))
      on conflict (sub_account_id, gateway) do update
        set epoch = excluded.epoch, slots = excluded.slots, ends_at = excluded.ends_at;
      grew := grew or may > before;
    end if;
    n := q.n;
    allowed := may;
    return next;
  end loop;
  -- What is only given back may be lost in a crash: it counts until its end then.
  if not grew then perform set_config('synchronous_commit', 'off', true); end if;
end $$;
