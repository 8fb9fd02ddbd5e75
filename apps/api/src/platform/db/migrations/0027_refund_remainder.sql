-- What a payment could not give at first of a refund that its provider reported, because a dispute or
-- another refund held the money (spec/money#disputes). Booked as soon as that returns.
alter table refund add column remainder_of uuid references refund (id);
create index refund_remainder on refund (remainder_of) where remainder_of is not null;

-- The API key that ordered; null: a session did. No reference, as keys are deleted and orders stay.
alter table shop_order
  add column api_key_id uuid,
  add column api_key_name text;
