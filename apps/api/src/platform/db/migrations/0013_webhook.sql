-- Webhooks (webhook/store.ts, webhook/delivery-store.ts): what happens to an account, told to the
-- customer's own programs.
create table webhook (
  id uuid primary key,
  account_id uuid not null references account (id),
  url text not null check (length(url) between 1 and 500),
  description text not null default '',
  -- None: every event.
  events text[] not null default '{}',
  -- Null: it is on.
  disabled_by text check (disabled_by in ('owner', 'failing', 'gone')),
  -- What signs; the one before signs beside it for a while.
  sealed_secret text not null,
  sealed_previous text,
  previous_until timestamptz,
  created_at timestamptz not null,
  last_at timestamptz,
  last_delivered boolean,
  failing_since timestamptz,
  position bigint generated always as identity,
  check ((sealed_previous is null) = (previous_until is null))
);
create index webhook_of on webhook (account_id, position);

-- The outbox: one row for each webhook that an event is for, written in the transaction of what it
-- tells of.
create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook (id) on delete cascade,
  account_id uuid not null,
  -- The same at each try and each replay, and for each webhook of an event.
  event_id text not null,
  event text not null,
  url text not null,
  body text not null,
  created_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Tries since it became due, the first or the last time; by them the next one is chosen.
  tries integer not null default 0,
  tries_in_all integer not null default 0,
  next_try_at timestamptz,
  -- By the machine's clock, which no lab moves: until then a process has it under way.
  leased_until timestamptz,
  -- The newest first, ten at most.
  attempts jsonb not null default '[]',
  position bigint generated always as identity,
  unique (webhook_id, event_id),
  check ((status = 'waiting') = (next_try_at is not null))
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at)
  where status = 'waiting';
create index webhook_delivery_next on webhook_delivery (next_try_at) where status = 'waiting';
create index webhook_delivery_leased on webhook_delivery (leased_until)
  where status = 'waiting' and leased_until is not null;
create index webhook_delivery_of on webhook_delivery (account_id, position desc);
create index webhook_delivery_waiting on webhook_delivery (account_id, position)
  where status = 'waiting';
create index webhook_delivery_failed on webhook_delivery (webhook_id, created_at)
  where status = 'failed';
create index webhook_delivery_made on webhook_delivery (created_at);

-- For which end of a plan its holder was told that it has ended.
alter table unlimited_plan add column end_told_for timestamptz;
update unlimited_plan set end_told_for = expires_at where expires_at <= now();
create index unlimited_plan_untold on unlimited_plan (expires_at)
  where released_at is null and end_told_for is distinct from expires_at;

alter table login_event drop constraint login_event_event_check;
alter table login_event add check (event in (
  'signup', 'signin', 'google', 'github', 'linkedin', 'auto', 'signout', 'ended',
  'passwordChanged', 'passwordRecovered', 'mfaBound', 'mfaUnbound', 'secureMailChanged',
  'loginBound', 'loginUnbound', 'accessKeyChanged', 'webhookAdded', 'webhookMoved',
  'webhookSecretRenewed'));
