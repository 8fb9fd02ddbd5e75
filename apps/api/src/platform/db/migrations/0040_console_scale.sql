-- What the console finds and counts where there is much of it (spec/console#customers, spec/operator#signals).

-- Any part of an e-mail address, by trigrams. Every PostgreSQL that is packaged has pg_trgm, and the owner
-- of a database may create it. Where that is not so the same queries read all addresses.
do $$
declare
  v_schema text;
begin
  create extension if not exists pg_trgm;
  select n.nspname into v_schema
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index account_email_part on account using gin (email %I.gin_trgm_ops)', v_schema);
  execute format('create index account_secure_email_part on account
    using gin (secure_email %I.gin_trgm_ops) where secure_email is not null', v_schema);
exception when others then
  raise notice 'no index for parts of e-mail addresses: %', sqlerrm;
end $$;

-- What a customer paid in all, without reading the orders of years.
create index shop_order_spent on shop_order (account_id) include (amount_cents) where paid_at is not null;
-- What the overview counts: few among many.
create index payment_unclaimed on payment (id) where unclaimed_cents > 0;
create index webhook_failing on webhook (id) where failing_since is not null;
-- Refusals of the last hour, and of an hour for signals: rows come in about the order of their time.
create index request_log_time on request_log using brin (at) with (autosummarize = on);

-- What each sub-account, static IP or port did in an hour (across/abuse/count.ts), for 80 hours.
create table activity_hour (
  hour timestamptz not null,
  account_id uuid not null,
  holder_id uuid not null,
  product text not null,
  connections bigint not null,
  mail_tries bigint not null,
  -- Different targets; those at ports of log-ins; those that did not answer.
  targets bigint not null,
  login_hosts bigint not null,
  unreachable bigint not null,
  -- Hashes of them, so that one that comes in several hours counts once; not all where there are very many.
  target_hashes integer[] not null,
  login_hashes integer[] not null,
  unreachable_hashes integer[] not null,
  primary key (account_id, holder_id, hour)
);
create index activity_hour_time on activity_hour (hour);

-- Short connections with little data of one of them to one target.
create table activity_spray (
  hour timestamptz not null,
  account_id uuid not null,
  holder_id uuid not null,
  target text not null,
  product text not null,
  connections bigint not null,
  exits bigint not null,
  exit_hashes integer[] not null,
  primary key (account_id, holder_id, target, hour)
);
create index activity_spray_time on activity_spray (hour);

-- Which hours are counted, and until when.
create table activity_counted (
  hour timestamptz primary key,
  counted_at timestamptz not null
);

-- The entry that the audit log was at least as long as, with a keyed hash: without the key nobody writes
-- one for an earlier entry. The previous release leaves it at the last entry that this one wrote.
alter table audit_head add column proved_id bigint, add column proof text;
