-- More signals of abuse (spec/operator#signals): what a list of refused targets stopped, how many
-- networks use one holder, trials, cards and vouchers. The previous release leaves the columns at 0.
alter table activity_hour
  add column policy_tries bigint not null default 0,
  -- Networks of clients in the hour.
  add column client_networks bigint not null default 0;

-- What of the last days is looked through, among the rows of years.
create index shop_order_free on shop_order (paid_at) where amount_cents = 0;
create index payment_payer_paid on payment (paid_at) where payer is not null;
create index cdkey_used on cdkey (used_at) where used_at is not null;
