-- Usage is posted once a minute (spec/accounting#posting). Until then counters hold it: bytes on lease
-- are reserved in the bucket that they come from, and bytes carried are pending in what the owner has.

alter table ledger_account
  add column reserved bigint not null default 0,
  drop constraint ledger_account_not_below_zero,
  -- Nobody takes what is reserved, so no bucket of an owner is below zero.
  add constraint ledger_account_holds_reserved
    check (owner is null or (reserved >= 0 and balance >= reserved));

alter table ledger_holding
  add column pending bigint not null default 0,
  add constraint ledger_holding_holds_pending check (pending >= 0 and balance >= pending);

create or replace function ledger_post(
  p_key text, p_kind text, p_ref text, p_at timestamptz, p_lines jsonb
) returns boolean language plpgsql as $$
declare
  v_entry bigint;
  v_line record;
  v_account bigint;
  v_number smallint := 0;
  v_seq bigint;
  v_balance bigint;
begin
  select id into v_entry from ledger_entry where key = p_key;
  if found then
    if exists (
      select owner, asset, bucket, sum(amount) from (
        select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset, l->>'bucket' as bucket,
          (l->>'amount')::bigint as amount from jsonb_array_elements(p_lines) l
        union all
        select a.owner, a.asset, a.bucket, -p.amount from ledger_posting p
          join ledger_account a on a.id = p.account_id where p.entry_id = v_entry) both_sides
      group by 1, 2, 3 having sum(amount) <> 0
    ) then
      raise exception 'the key % stands with other lines', p_key using errcode = 'TP409';
    end if;
    return false;
  end if;
  if exists (select 1 from jsonb_array_elements(p_lines) l
             group by l->>'asset' having sum((l->>'amount')::bigint) <> 0) then
    raise exception 'the lines of % do not sum to zero', p_key using errcode = 'TP400';
  end if;

  v_entry := nextval(pg_get_serial_sequence('ledger_entry', 'id'));
  for v_line in
    select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset, l->>'bucket' as bucket,
      sum((l->>'amount')::bigint)::bigint as amount
    from jsonb_array_elements(p_lines) l group by 1, 2, 3
    having sum((l->>'amount')::bigint) <> 0
    order by 1 nulls last, 2, 3
  loop
    select id into v_account from ledger_account
      where owner is not distinct from v_line.owner and asset = v_line.asset and bucket = v_line.bucket;
    if not found then
      insert into ledger_account (owner, asset, bucket)
        values (v_line.owner, v_line.asset, v_line.bucket) on conflict do nothing;
      select id into v_account from ledger_account
        where owner is not distinct from v_line.owner and asset = v_line.asset and bucket = v_line.bucket;
    end if;
    v_seq := null;
    v_balance := null;
    if v_line.owner is not null then
      update ledger_account set balance = balance + v_line.amount, postings = postings + 1
        where id = v_account and balance + v_line.amount >= reserved
        returning postings, balance into v_seq, v_balance;
      if not found then
        raise exception 'not enough %', v_line.asset using errcode = 'TP402', detail = v_line.asset;
      end if;
    end if;
    v_number := v_number + 1;
    insert into ledger_posting (entry_id, line, account_id, amount, seq, balance)
      values (v_entry, v_number, v_account, v_line.amount, v_seq, v_balance);
  end loop;

  for v_line in
    select nullif(l->>'owner', '')::uuid as owner, l->>'asset' as asset,
      sum((l->>'amount')::bigint)::bigint as amount
    from jsonb_array_elements(p_lines) l where nullif(l->>'owner', '') is not null
    group by 1, 2 having sum((l->>'amount')::bigint) <> 0 order by 1, 2
  loop
    -- A row is checked before a conflict is seen: what is taken has to be an update.
    update ledger_holding set balance = balance + v_line.amount, lines = lines + 1
      where owner = v_line.owner and asset = v_line.asset
      returning lines, balance into v_seq, v_balance;
    if not found then
      insert into ledger_holding as h (owner, asset, balance, lines)
        values (v_line.owner, v_line.asset, v_line.amount, 1)
        on conflict (owner, asset) do update
          set balance = h.balance + excluded.balance, lines = h.lines + 1
        returning lines, balance into v_seq, v_balance;
    end if;
    insert into ledger_line (owner, asset, seq, entry_id, at, amount, balance, kind, ref)
      values (v_line.owner, v_line.asset, v_seq, v_entry, p_at, v_line.amount, v_balance, p_kind, p_ref);
  end loop;

  insert into ledger_entry (id, key, kind, ref, at, digest)
    values (v_entry, p_key, p_kind, p_ref, p_at, ledger_digest(v_entry, p_key, p_kind, p_ref, p_at))
    on conflict (key) do nothing;
  if not found then
    -- Somebody posted this key meanwhile: the transaction starts again and finds it.
    raise exception 'the key % was posted meanwhile', p_key using errcode = '40001';
  end if;
  return true;
end $$;

-- What was posted of the bytes used, and since when some of them are not.
alter table lease
  add column posted_bytes bigint not null default 0,
  add column unposted_since timestamptz;
update lease set posted_bytes = used_bytes where used_bytes > 0;
alter table lease add check (posted_bytes between 0 and used_bytes);
create index lease_unposted on lease (unposted_since) where unposted_since is not null;

-- Bytes on lease lay in buckets of their own: they return to where they came from, and are reserved.
do $$
declare
  v_lease record;
  v_bytes bigint;
  v_bucket text;
begin
  for v_lease in
    select l.account_id, l.sub_account_id, l.source, s.name,
      sum(l.leased_bytes - l.used_bytes)::bigint as bytes
    from lease l join sub_account s on s.id = l.sub_account_id
    where l.settled_at is null group by 1, 2, 3, 4 order by 1, 2, 3
  loop
    v_bucket := case v_lease.source when 'main' then 'main' else 'sub:' || v_lease.sub_account_id end;
    select least(balance, v_lease.bytes) into v_bytes from ledger_account
      where owner = v_lease.account_id and asset = 'traffic'
        and bucket = 'lease:' || v_lease.sub_account_id;
    if coalesce(v_bytes, 0) <= 0 then continue; end if;
    perform ledger_post('lease-upgrade:' || v_lease.sub_account_id || ':' || v_lease.source, 'settle',
      v_lease.name, now(), jsonb_build_array(
        jsonb_build_object('owner', v_lease.account_id, 'asset', 'traffic',
          'bucket', 'lease:' || v_lease.sub_account_id, 'amount', -v_bytes),
        jsonb_build_object('owner', v_lease.account_id, 'asset', 'traffic',
          'bucket', v_bucket, 'amount', v_bytes)));
    update ledger_account set reserved = reserved + v_bytes
      where owner = v_lease.account_id and asset = 'traffic' and bucket = v_bucket;
  end loop;
end $$;
