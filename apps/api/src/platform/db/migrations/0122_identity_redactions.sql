-- Checks of identities at a provider that is to delete what it knows (spec/identity#stripe).
create table identity_redaction (
  ref text primary key,
  tries smallint not null default 0,
  -- Null: now.
  next_at timestamptz
);
create index identity_redaction_next on identity_redaction (next_at);
create index identity_check_redact on identity_check (decided_at) where provider_ref is not null;
