-- Accounts, their sessions and what guards them (contract §2, §16).

create table account (
  id uuid primary key,
  -- Lower case.
  email text not null unique check (email = lower(email)),
  -- Argon2id in PHC form.
  password_hash text not null,
  secure_email text,
  -- Sealed (seal.ts); set while MFA is bound. The step that was used last is never taken again.
  mfa_secret_sealed text,
  mfa_bound_at timestamptz,
  mfa_last_step bigint,
  multi_device boolean not null default true,
  -- Idle minutes until a session ends; 0 is always online.
  login_minutes integer not null default 1440
    check (login_minutes = 0 or login_minutes between 10 and 43200),
  invite_code text not null check (invite_code ~ '^[A-Za-z0-9]{6,15}$'),
  invited_by uuid references account (id),
  -- Sealed, to be shown again; the lookup is a keyed hash, to be found by.
  access_key_sealed text not null,
  access_key_lookup text not null unique,
  lang text not null default 'en' check (lang in ('en', 'zh', 'fr', 'ru', 'vi', 'de')),
  created_at timestamptz not null,
  last_login_at timestamptz,
  disabled_at timestamptz
);
create unique index account_invite_code on account (lower(invite_code));
create index account_invited_by on account (invited_by) where invited_by is not null;

create table session (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- SHA-256 of the token: a dump of this table opens nothing.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  ip text not null,
  agent text not null
);
create index session_account on session (account_id, last_seen_at);

create table login_event (
  id uuid primary key,
  account_id uuid not null references account (id),
  session_id uuid,
  at timestamptz not null,
  ip text not null,
  agent text not null,
  event text not null check (event in ('signup', 'signin', 'signout'))
);
create index login_event_account on login_event (account_id, at desc);

-- Tries counted per key within a window: what is limited stands in session/throttle.ts.
create table throttle (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index throttle_ends on throttle (ends_at);

-- The outbox: written with what it tells of, sent afterwards.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  queued_at timestamptz not null,
  -- Keeps the order of mails that were queued at one instant.
  position bigint generated always as identity,
  sent_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text
);
create index mail_recipient on mail (recipient, position desc);
create index mail_unsent on mail (next_try_at) where sent_at is null;

-- News either has words of its own in one language (or for all), or a key into locales' shop.json.
create table news (
  id uuid primary key,
  at timestamptz not null,
  key text,
  lang text check (lang in ('en', 'zh', 'fr', 'ru', 'vi', 'de')),
  title text,
  body text,
  check ((key is null) = (title is not null and body is not null))
);
create index news_at on news (at desc);
insert into news (id, at, key) values
  (gen_random_uuid(), now() - interval '3 minutes', 'generator'),
  (gen_random_uuid(), now() - interval '2 minutes', 'statistics'),
  (gen_random_uuid(), now() - interval '1 minute', 'whitelist'),
  (gen_random_uuid(), now(), 'welcome');

-- The lab's movable clock: how far the product is ahead of the machine. Never goes back.
create table lab_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null check (offset_ms >= 0)
);
insert into lab_clock (offset_ms) values (0);

-- What a call needs to know of its session, in one look-up by the token's hash.
create view session_facts as
  select s.token_hash, s.id, s.account_id, s.last_seen_at, a.login_minutes, a.disabled_at
  from session s join account a on a.id = s.account_id;
