-- Modems: static exits whose address changes when a link is called (spec/supply#modems).
create table modem (
  exit_id uuid primary key references exit (id),
  -- Sealed: such links often carry a password.
  sealed_rotate_url text not null,
  min_seconds integer not null check (min_seconds between 1 and 86400),
  -- The address that was read last; null before the first time.
  address inet,
  seen_at timestamptz,
  -- When its address is read next; infinity once the exit is retired.
  due_at timestamptz not null,
  -- The last rotation that counts for the interval.
  rotated_at timestamptz,
  -- The address is not known since then: the link was called.
  changing_since timestamptz,
  rotations integer not null default 0,
  failed_at timestamptz,
  -- Why the last rotation or reading failed; empty since it did not.
  trouble text not null default ''
);
create index modem_due on modem (due_at);
create index modem_at on modem (address);

-- Which modem had which address when, for the trace; kept for TRACE_DAYS.
create table modem_address (
  exit_id uuid not null references exit (id),
  address inet not null,
  -- It cannot have had the address earlier: the link was called then, or another one was read.
  after_at timestamptz not null,
  -- It was read from then on, and until the link was called, or it was read the last time.
  from_at timestamptz not null,
  until_at timestamptz,
  primary key (exit_id, from_at)
);
create index modem_address_at on modem_address (address, from_at);
create index modem_address_until on modem_address (until_at) where until_at is not null;
