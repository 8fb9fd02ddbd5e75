-- Products are rows that the operator writes (spec/money#products). What is null is the shipped
-- product's: its texts are in packages/locales, by SKU, and its unit by kind.
alter table product
  -- Texts by language; names have at least `en`.
  add column names jsonb,
  add column descriptions jsonb,
  add column badges jsonb,
  add column unit text,
  -- The pool whose traffic it sells.
  add column pool text,
  -- How long its traffic lasts; null: forever.
  add column valid_days integer check (valid_days between 1 and 3650);
update product set pool = 'residential' where kind = 'traffic';

-- The unit price that an order paid, before its coupon; null for gifts and for orders from before.
alter table shop_order add column unit_micros bigint check (unit_micros >= 0);
