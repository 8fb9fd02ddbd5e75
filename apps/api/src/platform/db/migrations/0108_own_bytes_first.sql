-- A refund takes its own order's bytes first (spec/money#expiry), also if these never end: lots
-- that end would be taken instead, and what was refunded would last. `p_first` names the entry of the
-- order: if it filled no lot, what never ends is taken before any lot.
create or replace function ledger_take_lots(p_owner uuid, p_asset text, p_amount bigint, p_first text)
returns jsonb language plpgsql as $$
declare
  v_left bigint := p_amount;
  v_part bigint;
  v_lot record;
  v_lots jsonb := '[]';
  v_entry bigint;
  v_endless bigint;
begin
  if p_first is not null then
    select entry_id into v_entry from ledger_key where key = p_first;
    if exists (select from ledger_lot
               where entry_id = v_entry and owner = p_owner and asset = p_asset) then
      for v_lot in
        select id, remaining from ledger_lot
        where entry_id = v_entry
          and owner = p_owner and asset = p_asset and remaining > 0 order by expires_at, id
      loop
        exit when v_left = 0;
        v_part := least(v_left, v_lot.remaining);
        update ledger_lot set remaining = remaining - v_part where id = v_lot.id;
        v_lots := v_lots || jsonb_build_array(jsonb_build_array(v_lot.id, -v_part));
        v_left := v_left - v_part;
      end loop;
    else
      -- The amount is off the balance already; what is pending will be taken from lots.
      select h.balance + p_amount - greatest(h.pending, coalesce((
          select sum(remaining) from ledger_lot
          where owner = p_owner and asset = p_asset and remaining > 0), 0))
        into v_endless from ledger_holding h where h.owner = p_owner and h.asset = p_asset;
      v_left := v_left - least(v_left, greatest(0, v_endless));
    end if;
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
