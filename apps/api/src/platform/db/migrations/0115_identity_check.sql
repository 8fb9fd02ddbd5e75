-- Who has proved who they are (spec/identity#states); no row: nobody asked yet.
create table identity_check (
  account_id uuid primary key references account (id),
  stage text not null check (stage in ('none', 'pending', 'more', 'approved', 'rejected')),
  provider text not null check (provider in ('manual', 'stripe')),
  -- The session at a provider outside.
  provider_ref text,
  -- How often documents were handed in since somebody decided on the account by hand.
  tries integer not null default 0,
  handed_in_at timestamptz,
  decided_at timestamptz,
  -- A staff member's address, `cli` or the provider.
  decided_by text,
  reason text,
  -- Words of the staff, for the staff.
  note text not null default ''
);
create index identity_check_waiting on identity_check (handed_in_at) where stage = 'pending';
create unique index identity_check_ref on identity_check (provider_ref) where provider_ref is not null;
