-- The currency of all amounts, by ISO 4217. Null until this release has started once.
alter table installation add column currency text check (currency ~ '^[A-Z]{3}$');

-- Whether any amount means something in a currency: from then on it stays.
create function installation_has_sold() returns boolean language sql stable as $$
  select exists (select from shop_order) or exists (select from payment)
    or exists (select from ledger_account where asset = 'wallet')
$$;

-- Orders paid since an instant that should have an invoice and have none, oldest first. Not a view:
-- the table of invoices is made by a later file.
create function orders_without_invoice(p_since timestamptz, p_except uuid[], p_limit int)
returns setof uuid language plpgsql stable as $$
begin
  return query select o.id from shop_order o
    where o.paid_at >= p_since and o.status in ('paid', 'refunded') and o.amount_cents > 0
      and o.position > (select after_position from invoice_start)
      and not exists (select from invoice i where i.order_id = o.id)
      and o.id <> all (p_except)
    order by o.paid_at limit p_limit;
end $$;
