-- The operator's people, apart from customers (spec/console#staff).
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('owner', 'support', 'finance', 'viewer')),
  -- Null until the one-time link was used.
  password_hash text,
  -- Waits for its first code until mfa_bound_at is set.
  mfa_secret_sealed text,
  mfa_bound_at timestamptz,
  mfa_last_step bigint,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  disabled_at timestamptz,
  position bigint generated always as identity
);

create table staff_recovery_code (
  staff_id uuid not null references staff (id),
  lookup text not null,
  used_at timestamptz,
  primary key (staff_id, lookup)
);

-- The link that sets a password: one for each person, used once.
create table staff_link (
  staff_id uuid primary key references staff (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

create table staff_session (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ip text not null,
  agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index staff_session_of on staff_session (staff_id);

-- Every act of the staff and of the command line, in a chain of keyed hashes (spec/console#audit-log).
create table audit_log (
  id bigint primary key check (id > 0),
  at timestamptz not null,
  -- An e-mail address of the staff, `cli` or `system`.
  actor text not null,
  staff_id uuid,
  ip text not null,
  agent text not null,
  action text not null,
  subject text not null,
  account_id uuid,
  -- JSON as it was hashed.
  before text,
  after text,
  reason text not null,
  hash text not null
);
create index audit_log_account on audit_log (account_id, id desc) where account_id is not null;
create index audit_log_actor on audit_log (actor, id desc);
create index audit_log_action on audit_log (action, id desc);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is insert-only: % on %', tg_op, tg_table_name using errcode = 'TP001';
end $$;
create trigger insert_only before update or delete on audit_log
  for each row execute function audit_refuse_change();
create trigger no_truncate before truncate on audit_log execute function audit_refuse_change();

-- The end of the chain. Who appends locks it until the commit, so that ids have no gaps.
create table audit_head (
  one boolean primary key default true check (one),
  last_id bigint not null,
  hash text not null
);
insert into audit_head (last_id, hash) values (0, '');

-- What the staff writes about a customer, for the staff alone.
create table customer_note (
  id uuid primary key,
  account_id uuid not null references account (id),
  at timestamptz not null,
  author text not null,
  body text not null check (length(body) between 1 and 2000),
  position bigint generated always as identity
);
create index customer_note_of on customer_note (account_id, position desc);
