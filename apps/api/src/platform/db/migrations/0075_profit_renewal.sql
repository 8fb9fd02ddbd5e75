-- Rates are settings now: the percentage no longer tells a renewal from an order. Null for profits of
-- earlier releases, where it does.
alter table profit add column renewal boolean;
