-- Arrears (spec/money#arrears): since when an account owes; null while it owes nothing. What was owed
-- before counts from this upgrade on, so that nobody's traffic ends at once.
alter table debt add column since timestamptz;
update debt set since = now() where cents > 0;

-- CDKeys that can no longer be redeemed. Those that became void together have one entry in the
-- ledger, `cdkeyVoid:<void_id>`.
alter table cdkey
  add column voided_at timestamptz,
  add column void_id uuid,
  add column void_reason text check (void_reason in ('arrears', 'operator')),
  add check ((voided_at is null) = (void_id is null) and (void_id is null) = (void_reason is null)),
  add check (voided_at is null or used_at is null);
create index cdkey_void on cdkey (void_id) where void_id is not null;

-- Why the operator disabled it.
alter table account add column disabled_reason text;
