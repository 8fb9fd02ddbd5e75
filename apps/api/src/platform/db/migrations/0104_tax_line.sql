-- What a tax return says of each sale, and of what was given back of it (spec/tax#report): the report
-- sums these lines, and `verify` holds them to the ledger. Refunds count when they were booked and,
-- with the opposite sign, when they were undone.
create view tax_line as
  select paid_at as at, tax_country as country, tax_percent as percent, tax_treatment as treatment,
    net_cents, tax_cents, 1 as sales, 0 as notes, 0::bigint as back_net_cents,
    0::bigint as back_tax_cents
  from shop_order where tax_country is not null and status in ('paid', 'refunded')
union all
  -- Money that came into wallets where tax is due with it: each arrival has an invoice.
  select issued_at, tax_country, tax_percent, tax_treatment, net_cents, tax_cents, 1, 0, 0, 0
  from invoice where payment_id is not null and corrects is null and tax_country is not null
union all
  select m.at, o.tax_country, o.tax_percent, o.tax_treatment, 0, 0, 0, m.sign,
    m.sign * (r.cents - r.surplus_cents - r.unclaimed_cents - r.tax_cents), m.sign * r.tax_cents
  from refund r join shop_order o on o.id = r.order_id
    cross join lateral (values (r.booked_at, 1), (r.undone_at, -1)) m (at, sign)
  where r.booked_at is not null and m.at is not null and o.tax_country is not null
    and r.cents - r.surplus_cents - r.unclaimed_cents > 0
union all
  -- Of a recharge, and of what an order's payment brought into the wallet in addition.
  select m.at, p.tax_country, p.tax_percent, p.tax_treatment, 0, 0, 0,
    case when r.order_id is null then m.sign else 0 end, m.sign * (b.cents - b.tax_cents),
    m.sign * b.tax_cents
  from refund r join payment p on p.id = r.payment_id
    cross join lateral (select
      case when r.order_id is null then r.cents - r.unclaimed_cents else r.surplus_cents end as cents,
      case when r.order_id is null then r.tax_cents else 0 end + r.surplus_tax_cents as tax_cents) b
    cross join lateral (values (r.booked_at, 1), (r.undone_at, -1)) m (at, sign)
  where r.booked_at is not null and m.at is not null and p.tax_country is not null and b.cents > 0;

create index shop_order_taxed on shop_order (paid_at) where tax_country is not null;
create index invoice_of_recharge on invoice (issued_at)
  where payment_id is not null and corrects is null;
