-- What an account holder does about the account itself (contract §2, §3, §16).

-- An account that was made by a linked login has no password until its holder sets one. A closed
-- account keeps its row, without the person: the ledger's history refers to it.
alter table account
  drop column mfa_secret_sealed,
  drop column mfa_bound_at,
  drop column mfa_last_step,
  alter column password_hash drop not null,
  add column closed_at timestamptz,
  add check (secure_email = lower(secure_email)),
  add check (closed_at is null or disabled_at is not null);
create unique index account_secure_email on account (secure_email);
create index account_closed on account (closed_at) where closed_at is not null;

-- The second factor. Not bound yet: the secret has been shown and waits for its first code.
create table mfa (
  account_id uuid primary key references account (id),
  -- Sealed (seal.ts).
  secret_sealed text not null,
  bound_at timestamptz,
  -- The step that was used last: neither it nor an older one is taken again.
  last_step bigint
);

-- Ways in without the device, each once; kept as keyed hashes.
create table mfa_recovery_code (
  account_id uuid not null references account (id),
  lookup text not null,
  used_at timestamptz,
  primary key (account_id, lookup)
);

-- Six digits sent to an address for one purpose; the last one sent counts. A row is written for
-- addresses that nobody here has too, so that they cannot be told apart.
create table mail_code (
  scene text not null check (scene in ('forgot', 'secureMail', 'cancel', 'unbindMfa')),
  address text not null,
  -- A keyed hash: six digits would be found in a dump at once.
  lookup text not null,
  -- Who asked for it while signed in: nobody else may use it then.
  account_id uuid references account (id),
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (scene, address)
);
create index mail_code_expires on mail_code (expires_at);

-- Logins with third parties: who somebody is, is (issuer, subject), never an e-mail alone.
create table login_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id),
  provider text not null check (provider in ('google', 'github', 'linkedin')),
  -- How the holder knows it: the e-mail or the name there.
  label text not null,
  bound_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id, provider)
);

-- Starts of sign-ins (state, nonce, proof) that were used: none works twice.
create table used_start (
  lookup text primary key,
  ends_at timestamptz not null
);
create index used_start_ends on used_start (ends_at);

-- One use, a minute: stands in an address where a session never may.
create table ticket (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null,
  account_id uuid not null references account (id),
  -- The session that asked for it; the ticket ends with it.
  session_id uuid not null,
  fields jsonb not null default '{}',
  expires_at timestamptz not null
);
create index ticket_expires on ticket (expires_at);
create index ticket_account on ticket (account_id, purpose, expires_at);

-- What stands on invoices as the one who pays.
create table invoice_title (
  account_id uuid primary key references account (id),
  title text not null,
  tax_id text,
  address text,
  country text
);

alter table login_event drop constraint login_event_event_check;
alter table login_event add check (event in (
  'signup', 'signin', 'google', 'github', 'linkedin', 'auto', 'signout', 'ended',
  'passwordChanged', 'passwordRecovered', 'mfaBound', 'mfaUnbound', 'secureMailChanged',
  'loginBound', 'loginUnbound', 'accessKeyChanged'));

-- Whose neighbours share it: an IPv4 address itself, of an IPv6 address its /64. Known networks have
-- sign-in tries of their own.
alter table login_event add column network text;
update login_event set network = ip;
alter table login_event alter column network set not null;
create index login_event_network on login_event (account_id, network, at desc);

-- The instants of the tries themselves: no edge of a window lets twice as many through.
delete from throttle;
alter table throttle drop column count, add column tries timestamptz[] not null;

-- The same mail as a page. With it the words are sealed (seal.ts); older rows are plain text alone.
alter table mail add column html text;
