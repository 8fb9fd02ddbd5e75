-- Money besides traffic: payment providers, refunds, the affiliate programme, CDKeys, alerts.

-- What the provider calls a payment and the page where it is paid (null until somebody opened it);
-- what it calls the money that came, where that bears another name.
alter table payment
  add column provider_ref text,
  add column page_url text,
  add column charge_ref text,
  -- When the provider was last asked about it, as a webhook may be lost.
  add column looked_at timestamptz,
  -- What went to the wallet beyond what the payment was for (contract §14: credited as received).
  add column surplus_cents bigint not null default 0 check (surplus_cents >= 0),
  -- What has been booked of what arrived, all of it, and the bonus that was given for it.
  add column credited_cents bigint not null default 0 check (credited_cents >= 0),
  add column credited_bonus_cents bigint not null default 0 check (credited_bonus_cents >= 0),
  -- What of it is nobody's, as the account was closed before (payment/unclaimed.ts).
  add column unclaimed_cents bigint not null default 0 check (unclaimed_cents >= 0),
  drop column refund_due,
  add check (surplus_cents + unclaimed_cents <= credited_cents);
update payment p set credited_cents = amount_cents,
  credited_bonus_cents = case when order_id is null and not kept then bonus_cents else 0 end,
  unclaimed_cents = case when kept then amount_cents else 0 end
from (select b.id as paid_id,
    exists (select from ledger_entry e where e.key = 'unclaimed:' || b.id) as kept
  from payment b where b.status in ('paid', 'refunded')) t
where p.id = t.paid_id;
create unique index payment_provider_ref on payment (provider, provider_ref)
  where provider_ref is not null;
create index payment_with_page on payment (created_at) where provider_ref is not null;
create index payment_charge_ref on payment (provider, charge_ref) where charge_ref is not null;
alter table payment_event drop constraint payment_event_what_check;
alter table payment_event add check (
  what in ('received', 'settled', 'failed', 'refunded', 'refundUndone'));

alter table shop_order
  -- Renewals earn their inviter another share (spec §9).
  add column renewal boolean not null default false;

-- Money that goes back, one row a time, whoever began it (refund/store.ts).
create table refund (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- The order that is given back, the payment that paid it, or a recharge's payment alone.
  order_id uuid references shop_order (id),
  payment_id uuid references payment (id),
  kind text not null check (kind in ('refund', 'dispute')),
  -- Null while it is not booked: all that is left then. 0 takes back what a gift order granted.
  cents bigint check (cents >= 0),
  -- Of these, out of the payment's surplus in the wallet, and out of the house's `unclaimed`.
  surplus_cents bigint not null default 0 check (surplus_cents >= 0),
  unclaimed_cents bigint not null default 0 check (unclaimed_cents >= 0),
  -- Of an order's grant, what it was to take back: taken is what of that was there.
  due_amount bigint not null default 0 check (due_amount >= 0),
  -- What was taken back of what was granted: pieces or bytes of the order's asset; of a recharge
  -- cents of the wallet, its share of the bonus included.
  taken bigint not null default 0 check (taken >= 0),
  bonus_cents bigint not null default 0 check (bonus_cents >= 0),
  -- What the wallet had not.
  debt_cents bigint not null default 0 check (debt_cents >= 0),
  reason text not null default '',
  -- The provider's own name of it.
  provider_ref text,
  created_at timestamptz not null,
  -- Null: it was reported before its payment, and is booked as soon as that arrives.
  booked_at timestamptz,
  -- It came to nothing after all: a dispute was won, the provider could not send the money.
  undone_at timestamptz,
  -- Ours, to be sent to the provider: due while sent_at is null.
  due boolean not null default false,
  sent_at timestamptz,
  -- Where the customer collects it, with providers that cannot send.
  claim_url text,
  tries integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  check (order_id is not null or payment_id is not null),
  check (cents is not null or booked_at is null),
  check (surplus_cents + unclaimed_cents <= coalesce(cents, 0)),
  check (order_id is null or taken <= due_amount)
);
create index refund_order on refund (order_id) where order_id is not null;
create index refund_payment on refund (payment_id) where payment_id is not null;
create unique index refund_provider_ref on refund (payment_id, provider_ref)
  where provider_ref is not null;
create index refund_due on refund (next_try_at) where due and sent_at is null;

-- What was given back before: whole, once, and booked under the order's or payment's own id.
insert into refund (id, account_id, order_id, payment_id, kind, cents, unclaimed_cents, due_amount,
    taken, bonus_cents, debt_cents, created_at, booked_at)
  select o.id, o.account_id, o.id, p.id, 'refund', o.refunded_cents, 0, o.granted,
    coalesce((select -sum(l.amount) from ledger_entry e join ledger_line l on l.entry_id = e.id
      where e.key = 'orderRefund:' || o.id and l.asset = o.asset and l.amount < 0), 0), 0, 0,
    coalesce(o.refunded_at, o.created_at), coalesce(o.refunded_at, o.created_at)
  from shop_order o left join payment p on p.order_id = o.id where o.status = 'refunded';
insert into refund (id, account_id, payment_id, kind, cents, unclaimed_cents, taken, bonus_cents,
    debt_cents, created_at, booked_at)
  select p.id, p.account_id, p.id, 'refund', p.amount_cents, p.unclaimed_cents, t.taken,
    p.credited_bonus_cents,
    p.amount_cents - p.unclaimed_cents + p.credited_bonus_cents - t.taken,
    coalesce(p.refunded_at, p.created_at), coalesce(p.refunded_at, p.created_at)
  from payment p cross join lateral (
    select coalesce(-sum(l.amount), 0) as taken from ledger_entry e
      join ledger_line l on l.entry_id = e.id where e.key = 'refund:' || p.id) t
  where p.status = 'refunded' and (p.order_id is null or p.unclaimed_cents > 0);

-- What refunds left owing: what comes in next pays it first (contract §16). Wallet and profit.
create table debt (
  account_id uuid not null references account (id),
  asset text not null check (asset in ('wallet', 'profit')),
  cents bigint not null check (cents >= 0),
  primary key (account_id, asset)
);
insert into debt (account_id, asset, cents) select account_id, 'wallet', cents from wallet_debt;
drop table wallet_debt;

-- What an order earned who invited its buyer (affiliate/store.ts).
create table profit (
  id uuid primary key,
  -- The inviter.
  account_id uuid not null references account (id),
  order_id uuid not null unique references shop_order (id),
  buyer_id uuid not null references account (id),
  order_no text not null,
  order_cents bigint not null check (order_cents > 0),
  -- How much of the order was given back.
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and order_cents),
  percent integer not null check (percent between 1 and 100),
  -- What it earned at first, and what was deducted of it since.
  earned_cents bigint not null check (earned_cents >= 0),
  deducted_cents bigint not null default 0 check (deducted_cents between 0 and earned_cents),
  -- How often it was deducted or restored: each entry has a key of its own.
  adjustments integer not null default 0,
  paid_at timestamptz not null,
  -- Null: available from the start.
  freeze_ends_at timestamptz,
  freed_at timestamptz,
  position bigint generated always as identity
);
create index profit_account on profit (account_id, position desc);
create index profit_buyer on profit (account_id, buyer_id);
create index profit_frozen on profit (freeze_ends_at, account_id)
  where freed_at is null and freeze_ends_at is not null;
-- Who registered with somebody's code, newest first.
drop index account_invited_by;
create index account_invited_by on account (invited_by, created_at desc, id)
  where invited_by is not null;

create table withdrawal (
  id uuid primary key,
  account_id uuid not null references account (id),
  target text not null check (target in ('balance', 'crypto')),
  status text not null check (status in ('pending', 'paid', 'rejected')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Comes out of the amount.
  fee_cents bigint not null check (fee_cents between 0 and amount_cents),
  contact text not null,
  wallet_address text not null,
  reason text not null default '',
  at timestamptz not null,
  decided_at timestamptz,
  position bigint generated always as identity,
  check ((status = 'pending') = (decided_at is null))
);
create index withdrawal_account on withdrawal (account_id, position desc);
create index withdrawal_pending on withdrawal (at) where status = 'pending';

-- Vouchers for traffic or IPs that a customer made out of a balance (cdkey/store.ts).
create table cdkey (
  id uuid primary key,
  -- Who made it, and with which others: they have one entry in the ledger, `cdkeyMake:<batch>`.
  account_id uuid not null references account (id),
  batch_id uuid not null,
  -- A keyed hash, to be found by; the code itself is sealed, to be shown again to its maker, and
  -- forgotten when the maker's account is closed.
  lookup text not null unique,
  code_sealed text,
  -- The code's first group, to search by.
  prefix text not null,
  kind text not null check (kind in ('ip', 'traffic')),
  -- IPs or GB.
  amount integer not null check (amount >= 1),
  produced_at timestamptz not null,
  used_at timestamptz,
  redeemer_id uuid references account (id),
  position bigint generated always as identity,
  check ((used_at is null) = (redeemer_id is null))
);
create index cdkey_account on cdkey (account_id, position desc);
create index cdkey_batch on cdkey (batch_id);
create index cdkey_prefix on cdkey (account_id, prefix);
create index cdkey_unused_code on cdkey (account_id)
  where used_at is null and code_sealed is not null;
create index cdkey_redeemer on cdkey (redeemer_id, used_at desc) where redeemer_id is not null;

-- When an account wants to be told (alert/store.ts); null: never.
create table alert_setting (
  account_id uuid primary key references account (id),
  email boolean not null,
  traffic_bytes bigint check (traffic_bytes > 0),
  wallet_cents bigint check (wallet_cents > 0),
  expiry_days integer check (expiry_days between 1 and 90)
);
create index coupon_ending on coupon (expires_at) where used_at is null;
-- What is below its threshold now, or ends soon; told once, until it is above again.
create table alert (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('traffic', 'wallet', 'expiry')),
  -- What ends soon, such as `coupon:<id>`; empty for balances.
  subject text not null default '',
  -- The balance, or when it ends, as it was when the alert began.
  value bigint not null,
  at timestamptz not null,
  primary key (account_id, kind, subject)
);

-- A statement is of a month: the last line before an instant is found at once. In place of an index
-- that nothing asked.
drop index ledger_line_owner_asset;
create index ledger_line_owner_asset_at on ledger_line (owner, asset, at, seq);
