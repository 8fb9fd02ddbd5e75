-- The slow form of holders' verifiers (spec/gateway#verifiers), which gateways receive in place of the
-- fast one. `verifier` is the fast one that it was made of: when the holder's own differs, the
-- password was changed since, by whatever release, and a new one is made.
create table slow_verifier (
  holder_id uuid primary key,
  account_id uuid not null,
  verifier text not null check (verifier ~ '^[0-9a-f]{64}$'),
  slow text not null check (slow ~ '^s1\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$')
);
create index slow_verifier_account on slow_verifier (account_id);
