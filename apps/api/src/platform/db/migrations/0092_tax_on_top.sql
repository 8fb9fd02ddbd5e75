-- With net prices the tax comes on top: either what is paid or what is left of it without the tax
-- is the price after coupons. The constraint that knew no tax had no name of its own.
do $$
declare
  old text;
begin
  select conname into strict old from pg_constraint
  where conrelid = 'shop_order'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%amount_cents = (list_cents - discount_cents)%';
  execute format('alter table shop_order drop constraint %I', old);
end $$;
alter table shop_order add constraint shop_order_price check (
  amount_cents = list_cents - discount_cents or amount_cents - tax_cents = list_cents - discount_cents);
