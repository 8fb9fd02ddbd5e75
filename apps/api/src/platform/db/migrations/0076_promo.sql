-- Promo codes (spec/money#promo-codes). A use is a used coupon of the code: nothing else counts them.
create table promo (
  -- In capitals.
  code text primary key check (code ~ '^[A-Z0-9-]{3,32}$'),
  kind text not null check (kind in ('gift', 'discount')),
  percent integer check (percent between 1 and 100),
  gift_sku text references product (sku),
  gift_amount integer check (gift_amount >= 1),
  -- Uses in all; null: any number.
  max_uses integer check (max_uses >= 1),
  per_account integer not null check (per_account >= 1),
  new_only boolean not null,
  min_cents bigint check (min_cents >= 0),
  -- Null: all products, and recharges.
  skus text[],
  starts_at timestamptz,
  -- Exclusive.
  ends_at timestamptz,
  enabled boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  check ((kind = 'discount') = (percent is not null)),
  check ((kind = 'gift') = (gift_sku is not null and gift_amount is not null))
);

alter table coupon
  add column promo_code text references promo (code),
  -- The recharge that a code's percentage raised; `used_order_id` is null then.
  add column used_payment_id uuid;
create index coupon_promo on coupon (promo_code, account_id) where promo_code is not null;
create index coupon_promo_used on coupon (promo_code)
  where promo_code is not null and used_at is not null;
-- The code's coupon that a recharge uses.
alter table payment add column coupon_id uuid references coupon (id);
