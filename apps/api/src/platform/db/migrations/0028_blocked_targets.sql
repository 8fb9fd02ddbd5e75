-- Targets that the operator blocks, for every account or for one (spec/operator#targets).
create table blocked_target (
  id uuid primary key,
  -- Canonical, as rules/blocked-target.ts spells it: a domain, a network or a port.
  pattern text not null check (length(pattern) between 1 and 260),
  -- Null: it holds for every account.
  account_id uuid references account (id),
  created_at timestamptz not null,
  unique nulls not distinct (pattern, account_id)
);
create index blocked_target_of on blocked_target (account_id) where account_id is not null;

alter table gateway_news drop constraint gateway_news_kind_check;
alter table gateway_news add constraint gateway_news_kind_check
  check (kind in ('subAccount', 'whitelist', 'exit', 'staticIp', 'unlimitedPort', 'openedIp',
    'whitePort', 'blockedTarget'));
