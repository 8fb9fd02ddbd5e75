-- What 0023_partitions needs and what takes long, made beside a running product: nothing here holds a
-- lock for longer than a moment. Each statement runs by itself, and again where an upgrade was broken
-- off. The constraints on the statistics' times are met for half a year.

create table if not exists ledger_key (
  key text primary key,
  entry_id bigint not null
);
-- next
create or replace function ledger_key_of_entry() returns trigger language plpgsql as $$
begin
  if new.key !~ '^usage:[0-9a-f-]{36}:[0-9a-f-]{36}$' then
    insert into ledger_key (key, entry_id) values (new.key, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
-- next
create or replace trigger key_of_entry after insert on ledger_entry
  for each row execute function ledger_key_of_entry();
-- next
-- Who is posting when the tables are exchanged starts again, with the new function.
do $$
begin
  if to_regprocedure('ledger_post_whole(text, text, text, timestamptz, jsonb)') is not null then
    return;
  end if;
  alter function ledger_post(text, text, text, timestamptz, jsonb) rename to ledger_post_whole;
  create function ledger_post(
    p_key text, p_kind text, p_ref text, p_at timestamptz, p_lines jsonb
  ) returns boolean language plpgsql as $post$
  begin
    lock table ledger_entry in row exclusive mode;
    if to_regclass('ledger_entry_before') is not null then
      raise exception 'the ledger was split meanwhile' using errcode = '40001';
    end if;
    return ledger_post_whole(p_key, p_kind, p_ref, p_at, p_lines);
  end $post$;
end $$;
-- next
do $$
declare
  v_from bigint := 0;
  v_last bigint;
begin
  select coalesce(max(id), 0) into v_last from ledger_entry;
  while v_from < v_last loop
    insert into ledger_key (key, entry_id)
      select key, id from ledger_entry
      where id > v_from and id <= v_from + 20000
        and key !~ '^usage:[0-9a-f-]{36}:[0-9a-f-]{36}$'
      on conflict do nothing;
    v_from := v_from + 20000;
    commit;
  end loop;
end $$;
-- next
drop index concurrently if exists ledger_entry_before_key_idx;
-- next
create index concurrently ledger_entry_before_key_idx on ledger_entry (key);
-- next
drop index concurrently if exists ledger_posting_before_account_id_seq_idx;
-- next
create index concurrently ledger_posting_before_account_id_seq_idx
  on ledger_posting (account_id, seq);
-- next
drop index concurrently if exists ledger_line_before_entry_id_id;
-- next
create unique index concurrently ledger_line_before_entry_id_id on ledger_line (entry_id, id);
-- next
drop index concurrently if exists ledger_line_before_owner_asset_seq_idx;
-- next
create index concurrently ledger_line_before_owner_asset_seq_idx
  on ledger_line (owner, asset, seq);
-- next
drop index concurrently if exists request_log_before_id_at;
-- next
create unique index concurrently request_log_before_id_at on request_log (id, at);
-- next
-- Rows up to here are in the first partition of each table: entries below this month's first number,
-- statistics of half a year ahead, or of what a wrong clock has written. Empty ones need no bound.
do $$
declare
  v_now timestamptz := now() + coalesce((select offset_ms from lab_clock), 0) * interval '1 millisecond';
  v_table record;
  v_used boolean;
  v_bound text;
  v_last timestamptz;
begin
  for v_table in
    select * from (values ('ledger_entry', 'id'), ('ledger_posting', 'entry_id'),
      ('ledger_line', 'entry_id'), ('usage_hour', 'hour'), ('usage_domain_day', 'day'),
      ('usage_place_day', 'day')) t (name, col)
  loop
    execute format('alter table %I drop constraint if exists before', v_table.name);
    execute format('select exists (select from %I)', v_table.name) into v_used;
    if not v_used then continue; end if;
    if v_table.name like 'ledger\_%' then
      v_bound := (to_char(v_now at time zone 'UTC', 'YYYYMM')::bigint * 10000000000)::text;
    else
      execute format('select max(%s) from %I', case v_table.col when 'hour' then 'hour'
        else 'day::timestamp at time zone ''UTC''' end, v_table.name) into v_last;
      v_last := (date_trunc('month', greatest(v_now, v_last), 'UTC') at time zone 'UTC'
        + interval '7 months') at time zone 'UTC';
      v_bound := to_char(v_last at time zone 'UTC', 'YYYY-MM-DD')
        || case v_table.col when 'hour' then ' 00:00:00+00' else '' end;
    end if;
    execute format('alter table %I add constraint before check (%I < %L) not valid',
      v_table.name, v_table.col, v_bound);
    commit;
    execute format('alter table %I validate constraint before', v_table.name);
    commit;
  end loop;
end $$;
