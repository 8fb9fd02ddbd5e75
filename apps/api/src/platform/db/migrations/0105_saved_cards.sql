-- Cards that customers saved at a payment provider, and what they are charged for by themselves.

-- The customer's record at a provider, which cards are saved with.
create table card_customer (
  account_id uuid not null references account (id),
  provider text not null,
  ref text not null,
  primary key (account_id, provider)
);

-- A page where a person enters a card.
create table card_setup (
  id uuid primary key,
  account_id uuid not null references account (id),
  provider text not null,
  created_at timestamptz not null,
  -- The provider's id of the page, and its address; null until somebody opened it.
  ref text,
  url text,
  -- Its card was saved: neither coming back nor a repeated event saves it again.
  saved_at timestamptz
);
create index card_setup_account on card_setup (account_id, created_at);
create index card_setup_created on card_setup (created_at);

create table saved_card (
  id uuid primary key,
  account_id uuid not null references account (id),
  provider text not null,
  -- The provider's id of the card.
  ref text not null,
  brand text not null,
  last_four text not null,
  expiry_month smallint not null,
  expiry_year smallint not null,
  -- The same for the same card of any account; null if the provider has none.
  fingerprint text,
  country text,
  created_at timestamptz not null,
  unique (account_id, provider, ref)
);

create table auto_top_up (
  account_id uuid primary key references account (id),
  enabled boolean not null,
  threshold_cents bigint not null,
  amount_cents bigint not null,
  month_cents bigint not null,
  card_id uuid references saved_card (id) on delete set null,
  -- In a row.
  refusals smallint not null default 0,
  -- When it was switched off because the card refused.
  stopped_at timestamptz,
  -- Not before this instant; null: now.
  next_at timestamptz
);
create index auto_top_up_enabled on auto_top_up (account_id) where enabled;

-- A charge of a saved card; its money is that of its payment.
create table top_up (
  payment_id uuid primary key references payment (id),
  account_id uuid not null references account (id),
  -- Null once the card was removed.
  card_id uuid references saved_card (id) on delete set null,
  -- The provider's ids that are charged: a charge that has begun is asked about also without the card.
  customer_ref text not null,
  card_ref text not null,
  cents bigint not null,
  -- In UTC, such as 2026-11.
  month text not null,
  -- `open`: being charged; `person`: the bank wants its holder; `paid`, `refused`.
  state text not null check (state in ('open', 'person', 'paid', 'refused')),
  tries smallint not null default 0,
  tried_at timestamptz,
  created_at timestamptz not null
);
-- One at a time.
create unique index top_up_unfinished on top_up (account_id) where state in ('open', 'person');
create index top_up_month on top_up (account_id, month);
create index top_up_card on top_up (card_id) where card_id is not null;
create index auto_top_up_card on auto_top_up (card_id) where card_id is not null;

-- Cards and customers' records that are to be removed at their provider.
create table card_removal (
  provider text not null,
  ref text not null,
  tries smallint not null default 0,
  -- Null: now.
  next_at timestamptz,
  primary key (provider, ref)
);
create index card_removal_next on card_removal (next_at);
