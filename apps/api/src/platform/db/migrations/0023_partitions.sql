-- Tables that grow with traffic and time are split into partitions (spec/accounting#partitions): the
-- ledger and the statistics by month, what is forgotten by month or by quarter of a day. A job makes
-- them ahead and drops old ones (platform/partitions). What was there before becomes the first
-- partition of each table as it is, `…_before`; what fits none goes to `…_default`. What takes long was
-- made before (0023_partitions.before.sql), so that this one holds its locks for a moment.

lock table ledger_entry, ledger_posting, ledger_line, usage_hour, usage_domain_day, usage_place_day,
  sub_account_day, unlimited_usage_day, plan_minute, worker_minute, request_log
  in access exclusive mode;

-- The product's time, which may be ahead of the machine's in the lab.
create function product_now() returns timestamptz language sql stable as $$
  select now() + coalesce((select offset_ms from lab_clock), 0) * interval '1 millisecond'
$$;

-- Adds a partition, with the rows that its `…_default` holds for it. Nothing happens where it exists.
-- Bounds are written as the type of the column reads them.
create function add_partition(
  p_parent text, p_name text, p_column text, p_from text, p_to text
) returns void language plpgsql as $$
declare
  v_found boolean;
begin
  perform pg_advisory_xact_lock(7271829);
  if to_regclass(quote_ident(p_name)) is not null then return; end if;
  execute format('create table %I (like %I including all)', p_name, p_parent);
  execute format('select exists (select from %I where %I >= %L and %I < %L)',
    p_parent || '_default', p_column, p_from, p_column, p_to) into v_found;
  if v_found then
    -- The ledger's rows stay as they are: they are moved by nobody but the schema's owner, here.
    execute format('alter table %I disable trigger user', p_parent || '_default');
    execute format(
      'with moved as (delete from %I where %I >= %L and %I < %L returning *)
       insert into %I select * from moved',
      p_parent || '_default', p_column, p_from, p_column, p_to, p_name);
    execute format('alter table %I enable trigger user', p_parent || '_default');
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    p_parent, p_name, p_from, p_to);
  if p_parent like 'ledger\_%' then
    execute format('create trigger no_truncate before truncate on %I
      execute function ledger_refuse_change()', p_name);
  end if;
end $$;

-- The lowest number of the entries of a month (rules/partitions.ts).
create function ledger_first_entry(p_at timestamptz) returns bigint language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYYMM')::bigint * 10000000000
$$;

-- Numbers entries on from the lowest number of a month; a number never goes back.
create function ledger_begin_month(p_first bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7271829);
  if (select last_value from ledger_entry_id_seq) < p_first then
    perform setval('ledger_entry_id_seq', p_first);
  end if;
end $$;

-- The ledger. Its keys are unique over all partitions in a table of their own. Foreign keys go: each
-- cost a look-up at every commit, those to the house's buckets a lock that all sales shared. Only
-- `ledger_post` writes here, no row is ever removed, and `verify` names what is missing.
drop trigger key_of_entry on ledger_entry;
drop function ledger_key_of_entry();
create trigger insert_only before update or delete on ledger_key
  for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on ledger_key execute function ledger_refuse_change();

create sequence ledger_line_id_seq_next;
select setval('ledger_line_id_seq_next', coalesce(max(id), 0) + 1, false) from ledger_line;
alter table ledger_posting
  drop constraint ledger_posting_entry_id_fkey,
  drop constraint ledger_posting_account_id_fkey,
  drop constraint ledger_posting_account_id_seq_key;
alter table ledger_line
  drop constraint ledger_line_entry_id_fkey,
  drop constraint ledger_line_pkey,
  drop constraint ledger_line_owner_asset_seq_key;
alter table ledger_entry drop constraint ledger_entry_key_key;
drop trigger insert_only on ledger_entry;
drop trigger insert_only on ledger_posting;
drop trigger insert_only on ledger_line;
drop trigger no_truncate on ledger_entry;
drop trigger no_truncate on ledger_posting;
drop trigger no_truncate on ledger_line;
alter table ledger_entry alter column id drop identity;
alter table ledger_line alter column id drop identity;
alter table ledger_entry rename to ledger_entry_before;
alter table ledger_posting rename to ledger_posting_before;
alter table ledger_line rename to ledger_line_before;
alter index ledger_entry_pkey rename to ledger_entry_before_pkey;
alter index ledger_posting_pkey rename to ledger_posting_before_pkey;
alter table ledger_line_before
  add constraint ledger_line_before_pkey primary key using index ledger_line_before_entry_id_id;
alter index ledger_line_owner rename to ledger_line_before_owner;
alter index ledger_line_owner_asset_at rename to ledger_line_before_owner_asset_at;

create sequence ledger_entry_id_seq;
create table ledger_entry (
  id bigint not null default nextval('ledger_entry_id_seq') primary key,
  key text not null,
  kind text not null,
  ref text not null,
  at timestamptz not null,
  digest bytea not null
) partition by range (id);
alter sequence ledger_entry_id_seq owned by ledger_entry.id;
create index ledger_entry_key on ledger_entry (key);

create table ledger_posting (
  entry_id bigint not null,
  line smallint not null,
  account_id bigint not null,
  amount bigint not null constraint ledger_posting_amount_check check (amount <> 0),
  -- Of an owned account: its count of postings and its balance after this one.
  seq bigint,
  balance bigint,
  primary key (entry_id, line)
) partition by range (entry_id);
create index ledger_posting_account on ledger_posting (account_id, seq);

alter sequence ledger_line_id_seq_next rename to ledger_line_id_seq;
create table ledger_line (
  id bigint not null default nextval('ledger_line_id_seq'),
  owner uuid not null,
  asset text not null,
  seq bigint not null,
  entry_id bigint not null,
  at timestamptz not null,
  amount bigint not null,
  balance bigint not null,
  kind text not null,
  ref text not null,
  primary key (entry_id, id)
) partition by range (entry_id);
alter sequence ledger_line_id_seq owned by ledger_line.id;
create index ledger_line_owner on ledger_line (owner, id desc);
create index ledger_line_owner_asset on ledger_line (owner, asset, seq);
create index ledger_line_owner_asset_at on ledger_line (owner, asset, at, seq);

select setval('ledger_entry_id_seq',
  greatest(ledger_first_entry(product_now()), coalesce(max(id), 0) + 1), false)
  from ledger_entry_before;

create trigger insert_only before update or delete on ledger_entry
  for each row execute function ledger_refuse_change();
create trigger insert_only before update or delete on ledger_posting
  for each row execute function ledger_refuse_change();
create trigger insert_only before update or delete on ledger_line
  for each row execute function ledger_refuse_change();

-- What is forgotten, and the statistics.
alter table usage_hour rename to usage_hour_before;
alter index usage_hour_pkey rename to usage_hour_before_pkey;
create table usage_hour (
  like usage_hour_before,
  primary key (account_id, sub_account_id, hour, product)
) partition by range (hour);
alter table usage_domain_day rename to usage_domain_day_before;
alter index usage_domain_day_pkey rename to usage_domain_day_before_pkey;
create table usage_domain_day (
  like usage_domain_day_before,
  primary key (account_id, sub_account_id, day, domain)
) partition by range (day);
alter table usage_place_day rename to usage_place_day_before;
alter index usage_place_day_pkey rename to usage_place_day_before_pkey;
create table usage_place_day (
  like usage_place_day_before,
  primary key (account_id, day, country, city)
) partition by range (day);

drop index sub_account_day_age;
alter table sub_account_day rename to sub_account_day_before;
alter index sub_account_day_pkey rename to sub_account_day_before_pkey;
alter table sub_account_day_before drop constraint sub_account_day_sub_account_id_fkey;
create table sub_account_day (
  like sub_account_day_before including constraints,
  primary key (sub_account_id, day)
) partition by range (day);

drop index unlimited_usage_day_old;
alter table unlimited_usage_day rename to unlimited_usage_day_before;
alter index unlimited_usage_day_pkey rename to unlimited_usage_day_before_pkey;
alter index unlimited_usage_day_plan rename to unlimited_usage_day_before_plan;
alter table unlimited_usage_day_before drop constraint unlimited_usage_day_port_id_fkey;
create table unlimited_usage_day (
  like unlimited_usage_day_before including constraints,
  primary key (port_id, day)
) partition by range (day);
create index unlimited_usage_day_plan on unlimited_usage_day (plan_id, day);

drop index plan_minute_old;
alter table plan_minute rename to plan_minute_before;
alter index plan_minute_pkey rename to plan_minute_before_pkey;
create table plan_minute (
  like plan_minute_before,
  primary key (plan_id, minute, gateway)
) partition by range (minute);
drop index worker_minute_old;
alter table worker_minute rename to worker_minute_before;
alter index worker_minute_pkey rename to worker_minute_before_pkey;
create table worker_minute (
  like worker_minute_before including constraints,
  primary key (gateway, minute)
) partition by range (minute);

drop index request_log_age;
alter table request_log rename to request_log_before;
alter table request_log_before
  drop constraint request_log_pkey,
  add constraint request_log_before_pkey primary key using index request_log_before_id_at;
alter index request_log_of rename to request_log_before_of;
create table request_log (
  like request_log_before including constraints,
  primary key (id, at)
) partition by range (at);
create index request_log_of on request_log (account_id, at desc, id desc);

-- The old tables become first partitions: up to this month in the ledger, whose numbers go on from
-- the month's lowest, and up to the end of this span in the others.
do $$
declare
  v_now timestamptz := product_now();
  v_month timestamptz := date_trunc('month', v_now, 'UTC');
  v_quarter timestamptz := date_bin(interval '6 hours', v_now, '2000-01-01 00:00:00+00');
  v_table record;
  v_at timestamptz;
  v_last timestamptz;
  v_bounded boolean;
begin
  for v_table in
    select * from (values ('ledger_entry', 'id'), ('ledger_posting', 'entry_id'),
      ('ledger_line', 'entry_id')) t (name, col)
  loop
    execute format('create table %I partition of %I default', v_table.name || '_default', v_table.name);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      v_table.name, v_table.name || '_before', ledger_first_entry(v_month));
    execute format('alter table %I drop constraint if exists before', v_table.name || '_before');
    execute format('create trigger no_truncate before truncate on %I
      execute function ledger_refuse_change()', v_table.name);
    execute format('create trigger no_truncate before truncate on %I
      execute function ledger_refuse_change()', v_table.name || '_before');
    execute format('create trigger no_truncate before truncate on %I
      execute function ledger_refuse_change()', v_table.name || '_default');
    for ahead in 0..2 loop
      v_at := ((v_month at time zone 'UTC') + ahead * interval '1 month') at time zone 'UTC';
      perform add_partition(v_table.name,
        v_table.name || to_char(v_at at time zone 'UTC', '_YYYY_MM'), v_table.col,
        ledger_first_entry(v_at)::text, ledger_first_entry(
          ((v_at at time zone 'UTC') + interval '1 month') at time zone 'UTC')::text);
    end loop;
  end loop;

  for v_table in
    select * from (values ('usage_hour', 'hour'), ('usage_domain_day', 'day'),
      ('usage_place_day', 'day'), ('sub_account_day', 'day'), ('unlimited_usage_day', 'day')
    ) t (name, col)
  loop
    execute format('create table %I partition of %I default', v_table.name || '_default', v_table.name);
    -- Where the time is known to be below a bound, no row has to be looked at. Of the others, which
    -- are small, nothing lies after this month, unless a clock was wrong.
    select substring(pg_get_constraintdef(oid) from '''(\d{4}-\d\d-\d\d[^'']*)''')::timestamptz
      - interval '1 day' into v_last
      from pg_constraint
      where conrelid = (v_table.name || '_before')::regclass and conname = 'before';
    v_bounded := found;
    if not v_bounded then
      execute format('select max(%s) from %I', case v_table.col when 'hour' then 'hour'
        else 'day::timestamp at time zone ''UTC''' end, v_table.name || '_before') into v_last;
    end if;
    v_last := date_trunc('month', greatest(v_now, v_last), 'UTC');
    for ahead in 1..3 loop
      v_at := ((v_last at time zone 'UTC') + ahead * interval '1 month') at time zone 'UTC';
      if ahead = 1 then
        execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
          v_table.name, v_table.name || '_before', to_char(v_at at time zone 'UTC', 'YYYY-MM-DD')
            || case v_table.col when 'hour' then ' 00:00:00+00' else '' end);
        if v_bounded then
          execute format('alter table %I drop constraint if exists before', v_table.name || '_before');
        end if;
      else
        perform add_partition(v_table.name, v_table.name || to_char(
          (v_at at time zone 'UTC') - interval '1 month', '_YYYY_MM'), v_table.col,
          to_char((v_at at time zone 'UTC') - interval '1 month', 'YYYY-MM-DD')
            || case v_table.col when 'hour' then ' 00:00:00+00' else '' end,
          to_char(v_at at time zone 'UTC', 'YYYY-MM-DD')
            || case v_table.col when 'hour' then ' 00:00:00+00' else '' end);
      end if;
    end loop;
  end loop;

  for v_table in
    select * from (values ('plan_minute', 'minute'), ('worker_minute', 'minute'),
      ('request_log', 'at')) t (name, col)
  loop
    execute format('create table %I partition of %I default', v_table.name || '_default', v_table.name);
    execute format('select max(%I) from %I', v_table.col, v_table.name || '_before') into v_last;
    v_last := date_bin(interval '6 hours', greatest(v_now, v_last), '2000-01-01 00:00:00+00');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      v_table.name, v_table.name || '_before', v_last + interval '6 hours');
    for ahead in 1..2 loop
      v_at := v_last + ahead * interval '6 hours';
      perform add_partition(v_table.name,
        v_table.name || to_char(v_at at time zone 'UTC', '_YYYY_MM_DD_HH24'), v_table.col,
        v_at::text, (v_at + interval '6 hours')::text);
    end loop;
  end loop;
end $$;

-- The release before this one deletes old rows by their `ctid`, which is unique within a partition
-- only: what would hit other rows is left alone. Partitions are dropped as a whole instead.
create function keep_unless_old() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) ->> tg_argv[0])::timestamptz >= product_now() - tg_argv[1]::interval then
    return null;
  end if;
  return old;
end $$;
create trigger keep before delete on sub_account_day
  for each row execute function keep_unless_old('day', '62 days');
create trigger keep before delete on plan_minute
  for each row execute function keep_unless_old('minute', '24 hours');
create trigger keep before delete on worker_minute
  for each row execute function keep_unless_old('minute', '24 hours');

create function keep_of_open_account() returns trigger language plpgsql as $$
begin
  if current_setting('turnpike.trims', true) = 'on'
    or exists (select from account where id = old.account_id and closed_at is not null)
    or not exists (select from account where id = old.account_id)
  then
    return old;
  end if;
  return null;
end $$;
create trigger keep before delete on usage_domain_day
  for each row execute function keep_of_open_account();
create trigger keep before delete on request_log
  for each row execute function keep_of_open_account();

-- Posts one entry in one round trip, as before, in fewer steps: the key first, each owned bucket by
-- one update, the digest from what was written. `p_fresh`: the key is a new random one, which
-- nobody can have posted, so that it needs no row that is kept for ever.
drop function ledger_post(text, text, text, timestamptz, jsonb);
drop function ledger_post_whole(text, text, text, timestamptz, jsonb);
create function ledger_post(
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
    values (v_entry, p_key, p_kind, p_ref, p_at, sha256(convert_to(
      concat_ws('|', v_entry, p_key, p_kind, p_ref, extract(epoch from p_at)::text) || v_said,
      'UTF8')));
  return true;
end $$;
