-- Where a buyer is: the country of the invoice title, of the network that the purchase came from,
-- and of the card. Kept only of sales under a tax scheme (spec/tax#evidence).
alter table shop_order
  add column billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  add column network_country text check (network_country ~ '^[A-Z]{2}$');
alter table payment
  add column billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  add column network_country text check (network_country ~ '^[A-Z]{2}$'),
  add column card_country text check (card_country ~ '^[A-Z]{2}$');
