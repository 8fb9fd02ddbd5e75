-- What a charge-back of an order's card or crypto payment takes from the wallet for goods that were
-- not found (spec/money#refunds): out of what the wallet had, or as a part of debt_cents. Refunds of
-- before took nothing for goods. The previous release leaves it at 0.
alter table refund add column goods_owed_cents bigint not null default 0
  check (goods_owed_cents >= 0 and goods_owed_cents <= coalesce(cents, 0));

-- The last arrears that ended (spec/money#arrears): they go on where the payment that ended them is
-- reversed. The previous release leaves both null, and begins anew.
alter table debt add column former_since timestamptz, add column former_ended_at timestamptz,
  add check ((former_since is null) = (former_ended_at is null));
