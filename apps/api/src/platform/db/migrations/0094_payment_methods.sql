-- Ways to pay are ids of a registry in the code: a new one needs no migration.
alter table shop_order drop constraint shop_order_method_check;
alter table payment drop constraint payment_method_check;
