-- Whose e-mail address it is (spec/sign-in#verified-e-mail).
alter table account
  add column email_verified_at timestamptz,
  -- An account from before there was verification: nothing that it uses is refused.
  add column verification_waived boolean not null default false;
update account set verification_waived = true where closed_at is null;
-- Who was registered by a provider, or has set a password by a code that can only have gone to the
-- e-mail, has proved it.
update account set email_verified_at = created_at
where closed_at is null and (
  password_hash is null
  or exists (
    select from login_event e
    where e.account_id = account.id and e.event in ('google', 'github', 'linkedin')
      and e.at between account.created_at and account.created_at + interval '1 minute'
  ) and not exists (
    select from login_event e where e.account_id = account.id and e.event = 'signup'
  )
  or secure_email is null and exists (
    select from login_event e where e.account_id = account.id and e.event = 'passwordRecovered'
  )
);

-- Changes of what guards an account that its holder may undo by a mailed link (spec/sign-in#undo).
create table security_undo (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id uuid not null references account (id),
  change text not null,
  -- What was changed, and how it was before.
  details jsonb not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  position bigint generated always as identity
);
create index security_undo_of on security_undo (account_id, position);
create index security_undo_ends on security_undo (ends_at);

-- The events are listed in the contract (contract/session.ts).
alter table login_event drop constraint if exists login_event_event_check;
-- Likewise what codes are for (contract/mail-code.ts).
alter table mail_code drop constraint if exists mail_code_scene_check;
