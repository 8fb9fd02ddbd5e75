-- Free static exits in the order in which they are taken (exit/store/static-stock.ts), so that a take
-- reads as many as it needs instead of all that its place has.
create index exit_static_order on exit (product, country, city, (coalesce(rests_until, created_at)), id)
  where retired_at is null and taken_by is null and product in ('static', 'short');
create index exit_static_country on exit (product, country, (coalesce(rests_until, created_at)), id)
  where retired_at is null and taken_by is null and product in ('static', 'short');
drop index exit_static_stock;
