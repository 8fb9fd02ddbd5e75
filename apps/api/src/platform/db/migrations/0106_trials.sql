-- Products that cost nothing, once for each person (spec/money#trials).
alter table product add column trial boolean not null default false;

-- What a trial was given for: keyed hashes of an account, its mailbox, cards and identity. They name
-- nobody, and stay when an account is closed, so that its address gets no second trial.
create table trial_use (
  key text primary key,
  used_at timestamptz not null
);
