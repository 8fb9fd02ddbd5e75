-- Who agreed to which version, when, and from which network (spec/law#consent). Kept after an
-- account is closed, without its e-mail address: it proves a contract.
create table legal_consent (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id),
  kind text not null check (kind in ('terms', 'privacy', 'refund', 'aup')),
  lang text not null,
  -- 0: the shipped draft.
  version integer not null check (version >= 0),
  at timestamptz not null,
  -- A keyed hash of the network; the address itself is not stored.
  network text not null,
  source text not null check (source in ('signUp', 'consent', 'order')),
  -- With an order, which binds its buyer to the text of that day.
  order_no text,
  check ((source = 'order') = (order_no is not null))
);
create index legal_consent_of on legal_consent (account_id, kind, at desc);
create unique index legal_consent_once on legal_consent (account_id, kind, lang, version, source)
  where source <> 'order';
