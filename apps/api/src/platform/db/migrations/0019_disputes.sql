-- Disputes, and profit of wallet orders whose recharge was reversed (spec/money#disputes).

create table dispute (
  id uuid primary key,
  account_id uuid not null references account (id),
  payment_id uuid not null references payment (id),
  provider text not null,
  -- The provider's own name of it.
  provider_ref text not null,
  -- A warning of the card's bank takes nothing and has no states.
  kind text not null check (kind in ('dispute', 'fraudWarning')),
  state text not null check (state in ('inquiry', 'inquiryClosed', 'open', 'underReview', 'won',
    'lost', 'prevented', 'appealed', 'noted')),
  -- In the provider's word, such as `fraudulent`.
  reason text not null default '',
  -- What it is about; null: the whole payment.
  cents bigint check (cents >= 0),
  -- What the provider has withdrawn of it now; null: all that is left of the payment.
  withdrawn_cents bigint check (withdrawn_cents >= 0),
  -- Until when evidence is taken.
  due_at timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- What it has taken now; null: nothing.
  refund_id uuid references refund (id),
  position bigint generated always as identity,
  check ((kind = 'fraudWarning') = (state = 'noted')),
  unique (provider, provider_ref)
);
create index dispute_account on dispute (account_id, position desc);
create index dispute_payment on dispute (payment_id);

insert into dispute (id, account_id, payment_id, provider, provider_ref, kind, state, cents,
    withdrawn_cents, opened_at, updated_at, refund_id)
  select gen_random_uuid(), r.account_id, r.payment_id, p.provider, r.provider_ref, 'dispute',
    case when r.undone_at is null then 'open' else 'won' end, r.cents,
    case when r.undone_at is null then r.cents else 0 end, r.created_at,
    coalesce(r.undone_at, r.booked_at, r.created_at),
    case when r.undone_at is null and r.booked_at is not null then r.id end
  from refund r join payment p on p.id = r.payment_id
  where r.kind = 'dispute' and r.provider_ref is not null
  order by r.created_at, r.id
  on conflict (provider, provider_ref) do nothing;

-- Of a wallet order's price, what a recharge paid that was reversed since; of its profit, what was
-- deducted for that. Rounding may restore a cent more for it than it had deducted.
alter table profit
  add column reversed_cents bigint not null default 0 check (reversed_cents >= 0),
  add column reversed_profit_cents bigint not null default 0,
  add check (refunded_cents + reversed_cents <= order_cents);
create index refund_account on refund (account_id) where booked_at is not null;
create index profit_of_buyer on profit (buyer_id);

-- Who paid: a card's fingerprint at its provider.
alter table payment add column payer text;
create index payment_payer on payment (payer) where payer is not null;
-- Where a refund in coins was claimed to, and how far its payout is.
alter table refund add column payout_address text, add column payout_state text;
create index refund_payout_address on refund (payout_address) where payout_address is not null;

-- A keyed hash of the network that an account signed up from: two are compared, none is read.
alter table account add column sign_up_network text;
