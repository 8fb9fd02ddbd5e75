-- The answers that a repeated requestId gets again (contract §1, §16); kept for 30 days.
create table request_effect (
  account_id uuid not null,
  request_id text not null check (length(request_id) between 8 and 64),
  call text not null,
  digest text not null,
  answer jsonb,
  at timestamptz not null,
  primary key (account_id, request_id)
);
create index request_effect_at on request_effect (at);
