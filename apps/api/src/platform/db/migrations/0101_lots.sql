-- Traffic that expires (spec/money#expiry). What is bought with an end is a lot; a debit takes from the
-- lot that ends first. Holdings without one (`expires`) never touch this table.
alter table shop_order add column valid_days integer;

create table ledger_lot (
  id bigint generated always as identity primary key,
  owner uuid not null,
  asset text not null,
  -- The entry that granted it.
  entry_id bigint not null,
  expires_at timestamptz not null,
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  -- The holder was told this many days ahead.
  warned_days smallint
);
create index ledger_lot_of on ledger_lot (owner, asset, expires_at, id) where remaining > 0;
create index ledger_lot_end on ledger_lot (expires_at) where remaining > 0;
create index ledger_lot_entry on ledger_lot (entry_id);

-- Whether any of it is in lots, and which lots a line filled or took from: [[lot, amount], …].
alter table ledger_holding add column expires boolean not null default false;
alter table ledger_line add column lots jsonb;

-- Adds the lots of an entry's lines with an end; the holding is locked.
create function ledger_add_lots(p_entry bigint, p_owner uuid, p_asset text, p_lines jsonb)
returns jsonb language plpgsql as $$
declare
  v_lots jsonb;
begin
  with added as (
    insert into ledger_lot (owner, asset, entry_id, expires_at, granted, remaining)
    select p_owner, p_asset, p_entry, (l->>'expiresAt')::timestamptz,
      sum((l->>'amount')::bigint), sum((l->>'amount')::bigint)
    from jsonb_array_elements(p_lines) l
    where l->>'owner' = p_owner::text and l->>'asset' = p_asset and l ? 'expiresAt'
    group by (l->>'expiresAt')::timestamptz
    returning id, granted)
  select jsonb_agg(jsonb_build_array(id, granted) order by id) into v_lots from added;
  update ledger_holding set expires = true where owner = p_owner and asset = p_asset and not expires;
  return v_lots;
end $$;

-- Takes an amount from lots: from those of one entry (by its key) first, then from the one that ends
-- first. What exceeds them all is taken from what never ends. The holding is locked.
create function ledger_take_lots(p_owner uuid, p_asset text, p_amount bigint, p_first text)
returns jsonb language plpgsql as $$
declare
  v_left bigint := p_amount;
  v_part bigint;
  v_lot record;
  v_lots jsonb := '[]';
begin
  if p_first is not null then
    for v_lot in
      select id, remaining from ledger_lot
      where entry_id = (select entry_id from ledger_key where key = p_first)
        and owner = p_owner and asset = p_asset and remaining > 0 order by expires_at, id
    loop
      exit when v_left = 0;
      v_part := least(v_left, v_lot.remaining);
      update ledger_lot set remaining = remaining - v_part where id = v_lot.id;
      v_lots := v_lots || jsonb_build_array(jsonb_build_array(v_lot.id, -v_part));
      v_left := v_left - v_part;
    end loop;
  end if;
  while v_left > 0 loop
    select id, remaining into v_lot from ledger_lot
      where owner = p_owner and asset = p_asset and remaining > 0 order by expires_at, id limit 1;
    if not found then
      update ledger_holding set expires = false where owner = p_owner and asset = p_asset;
      exit;
    end if;
    v_part := least(v_left, v_lot.remaining);
    update ledger_lot set remaining = remaining - v_part where id = v_lot.id;
    v_lots := v_lots || jsonb_build_array(jsonb_build_array(v_lot.id, -v_part));
    v_left := v_left - v_part;
  end loop;
  return case when v_lots = '[]' then null else v_lots end;
end $$;

-- As before, with lots.
create or replace function ledger_post(
  p_key text, p_kind text, p_ref text, p_at timestamptz, p_lines jsonb, p_fresh boolean default false
) returns boolean language plpgsql as $$
declare
  v_entry bigint := nextval('ledger_entry_id_seq');
  v_before bigint;
  v_line record;
  v_account bigint;
  v_number smallint := 0;
  v_seq bigint;
  v_balance bigint;
  v_said text := '';
  v_expires boolean;
  v_lots jsonb;
begin
  if exists (select 1 from jsonb_array_elements(p_lines) l
             group by l->>'asset' having sum((l->>'amount')::bigint) <> 0) then
    raise exception 'the lines of % do not sum to zero', p_key using errcode = 'TP400';
  end if;
  if not p_fresh then
    -- Waits for a transaction that is posting the same key.
    insert into ledger_key (key, entry_id) values (p_key, v_entry) on conflict do nothing;
    if not found then
      select entry_id into v_before from ledger_key where key = p_key;
      if exists (
        select owner, asset, bucket, sum(amount) from (
          select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset, l->>'bucket' as bucket,
            (l->>'amount')::bigint as amount from jsonb_array_elements(p_lines) l
          union all
          select a.owner, a.asset, a.bucket, -p.amount from ledger_posting p
            join ledger_account a on a.id = p.account_id where p.entry_id = v_before) both_sides
        group by 1, 2, 3 having sum(amount) <> 0
      ) then
        raise exception 'the key % stands with other lines', p_key using errcode = 'TP409';
      end if;
      return false;
    end if;
  end if;

  for v_line in
    select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset, l->>'bucket' as bucket,
      sum((l->>'amount')::bigint)::bigint as amount
    from jsonb_array_elements(p_lines) l group by 1, 2, 3
    having sum((l->>'amount')::bigint) <> 0
    order by 1 nulls last, 2, 3
  loop
    v_seq := null;
    v_balance := null;
    if v_line.owner is null then
      -- The house has no running balance: nobody waits for its row.
      select id into v_account from ledger_account
        where owner is null and asset = v_line.asset and bucket = v_line.bucket;
      if not found then
        insert into ledger_account (owner, asset, bucket)
          values (null, v_line.asset, v_line.bucket) on conflict do nothing;
        select id into v_account from ledger_account
          where owner is null and asset = v_line.asset and bucket = v_line.bucket;
      end if;
    else
      update ledger_account set balance = balance + v_line.amount, postings = postings + 1
        where owner = v_line.owner and asset = v_line.asset and bucket = v_line.bucket
          and balance + v_line.amount >= reserved
        returning id, postings, balance into v_account, v_seq, v_balance;
      if not found then
        if v_line.amount < 0 then
          raise exception 'not enough %', v_line.asset using errcode = 'TP402', detail = v_line.asset;
        end if;
        insert into ledger_account as a (owner, asset, bucket, balance, postings)
          values (v_line.owner, v_line.asset, v_line.bucket, v_line.amount, 1)
          on conflict (owner, asset, bucket) do update
            set balance = a.balance + excluded.balance, postings = a.postings + 1
          returning id, postings, balance into v_account, v_seq, v_balance;
      end if;
    end if;
    v_number := v_number + 1;
    insert into ledger_posting (entry_id, line, account_id, amount, seq, balance)
      values (v_entry, v_number, v_account, v_line.amount, v_seq, v_balance);
    -- As `ledger_digest` reads it.
    v_said := v_said || case v_number when 1 then '' else ';' end
      || concat_ws('|', v_number, coalesce(v_line.owner::text, '-'), v_line.asset, v_line.bucket,
        v_line.amount, coalesce(v_seq::text, '-'), coalesce(v_balance::text, '-'));
  end loop;

  for v_line in
    select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset,
      sum((l->>'amount')::bigint)::bigint as amount, min(l->>'lotsOf') as lots_of,
      coalesce(bool_or(l ? 'expiresAt'), false) as expires
    from jsonb_array_elements(p_lines) l where nullif(l->>'owner', '') is not null
    group by 1, 2 having sum((l->>'amount')::bigint) <> 0 order by 1, 2
  loop
    -- A row is checked before a conflict is seen: what is taken has to be an update.
    update ledger_holding set balance = balance + v_line.amount, lines = lines + 1
      where owner = v_line.owner and asset = v_line.asset
      returning lines, balance, expires into v_seq, v_balance, v_expires;
    if not found then
      v_expires := false;
      insert into ledger_holding as h (owner, asset, balance, lines)
        values (v_line.owner, v_line.asset, v_line.amount, 1)
        on conflict (owner, asset) do update
          set balance = h.balance + excluded.balance, lines = h.lines + 1
        returning lines, balance into v_seq, v_balance;
    end if;
    v_lots := null;
    if v_line.expires then
      v_lots := ledger_add_lots(v_entry, v_line.owner, v_line.asset, p_lines);
    elsif v_expires and v_line.amount < 0 then
      v_lots := ledger_take_lots(v_line.owner, v_line.asset, -v_line.amount, v_line.lots_of);
    end if;
    insert into ledger_line (owner, asset, seq, entry_id, at, amount, balance, kind, ref, lots)
      values (v_line.owner, v_line.asset, v_seq, v_entry, p_at, v_line.amount, v_balance, p_kind, p_ref,
        v_lots);
  end loop;

  insert into ledger_entry (id, key, kind, ref, at, digest)
    values (v_entry, p_key, p_kind, p_ref, p_at, sha256(convert_to(
      concat_ws('|', v_entry, p_key, p_kind, p_ref, extract(epoch from p_at)::text) || v_said,
      'UTF8')));
  return true;
end $$;
