-- The tax of each sale (spec/tax#amounts). `amount_cents` stays what is paid, with the tax in it. The
-- net amount is generated, so that rows of the previous release, which knows no tax, have it too.
-- `tax_country` is whose tax it is; null where no scheme was set.
alter table shop_order
  add column tax_cents bigint not null default 0 check (tax_cents >= 0 and tax_cents <= amount_cents),
  add column net_cents bigint not null generated always as (amount_cents - tax_cents) stored,
  add column tax_percent numeric(5, 2) not null default 0 check (tax_percent >= 0),
  add column tax_treatment text not null default 'none'
    check (tax_treatment in ('domestic', 'oss', 'reverseCharge', 'outside', 'none')),
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$');

-- A recharge bears tax if tax is due when money comes in. The tax of an order's payment is the
-- order's; here is then only what a surplus bears. `tax_cents` is that of `amount_cents`,
-- `credited_tax_cents` that of the money that went to the wallet. `tax_on_top`: the wallet got the
-- net amount, else all of it.
alter table payment
  add column tax_cents bigint not null default 0 check (tax_cents >= 0 and tax_cents <= amount_cents),
  add column net_cents bigint not null generated always as (amount_cents - tax_cents) stored,
  add column tax_percent numeric(5, 2) not null default 0 check (tax_percent >= 0),
  add column tax_treatment text not null default 'none'
    check (tax_treatment in ('domestic', 'oss', 'reverseCharge', 'outside', 'none')),
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column tax_on_top boolean not null default false,
  add column credited_tax_cents bigint not null default 0
    check (credited_tax_cents >= 0 and credited_tax_cents <= credited_cents);

-- The tax that a refund gave back: of the order's price or the recharge, and of the surplus.
alter table refund
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  add column surplus_tax_cents bigint not null default 0 check (surplus_tax_cents >= 0);
