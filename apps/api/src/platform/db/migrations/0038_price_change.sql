-- Prices that hold from an instant on (spec/money#prices). Readers apply what is due to the tiers;
-- the next change of the product's prices writes it into price_tier.
create table price_change (
  id uuid primary key,
  sku text not null references product (sku),
  from_qty integer not null check (from_qty >= 1),
  -- Millionths of a dollar; null: the tier is removed.
  unit_micros bigint check (unit_micros >= 0),
  from_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Since when it is part of price_tier.
  applied_at timestamptz,
  cancelled_at timestamptz,
  position bigint generated always as identity,
  check (applied_at is null or cancelled_at is null)
);
create index price_change_ahead on price_change (sku, from_at, position)
  where applied_at is null and cancelled_at is null;
