/** The checks that `verify` runs on issued documents (spec/money#invoices). */
import { defaultCurrency } from "@turnpike/contract/currency.ts";
import type { Check } from "../../platform/module.ts";

/** Credit notes that no later invoice cancels. */
const standing = `select n.* from invoice n where n.kind = 'creditNote'
  and not exists (select from invoice c where c.corrects = n.id)`;

export const invoiceChecks: Check[] = [
  {
    title: "the numbers of invoices or credit notes have a gap",
    find: `select 'invoices of ' || coalesce(c.seller || ' ' || c.year, 'no series') as "where"
      from invoice_counter c full join (select seller, year,
          count(*) filter (where kind = 'invoice') as invoices,
          max(seq) filter (where kind = 'invoice') as last_invoice,
          count(*) filter (where kind = 'creditNote') as notes,
          max(seq) filter (where kind = 'creditNote') as last_note, count(*) as all, count(seq) as numbered
        from invoice group by 1, 2) i on i.seller = c.seller and i.year = c.year
      where c.seller is null or coalesce(i.invoices, 0) <> c.invoices or coalesce(i.notes, 0) <> c.credit_notes
        or coalesce(i.last_invoice, 0) <> c.invoices or coalesce(i.last_note, 0) <> c.credit_notes
        or i.numbered <> i.all
      order by 1 limit 1`,
  },
  {
    title: "a paid order has no invoice, or one of other amounts",
    find: `select 'shop_order ' || o.order_no as "where" from shop_order o
      left join invoice i on i.order_id = o.id and i.corrects is null
      where (i.id is null and o.position > (select after_position from invoice_start)
          and o.status in ('paid', 'refunded') and o.amount_cents > 0)
        or (i.id is not null and (o.status not in ('paid', 'refunded') or i.kind <> 'invoice'
          or i.total_cents <> o.amount_cents or i.tax_cents <> o.tax_cents or i.net_cents <> o.net_cents
          or i.tax_percent <> o.tax_percent or i.tax_treatment <> o.tax_treatment
          or i.account_id <> o.account_id))
      order by o.position limit 1`,
  },
  {
    title: "the credit notes of an order differ from its refunds",
    find: `select 'shop_order ' || o.order_no as "where"
      from invoice i join shop_order o on o.id = i.order_id
      left join (select corrects, sum(total_cents) as cents, sum(tax_cents) as tax from (${standing}) n
        group by 1) n on n.corrects = i.id
      left join (select r.order_id, sum(r.cents - r.surplus_cents - r.unclaimed_cents) as cents,
          sum(r.tax_cents) as tax
        from refund r where r.booked_at is not null and r.undone_at is null
          and (r.kind = 'refund' or r.decided
            or exists (select from refund p where p.id = r.remainder_of and p.decided))
        group by 1) r on r.order_id = o.id
      where i.corrects is null and (coalesce(n.cents, 0) <> coalesce(r.cents, 0)
        or coalesce(n.tax, 0) <> coalesce(r.tax, 0) or coalesce(n.cents, 0) > i.total_cents)
      order by o.position limit 1`,
  },
  {
    title: "a credit note differs from the document that it corrects",
    find: `select i.number as "where" from invoice i join invoice c on c.id = i.corrects
      where c.kind = i.kind or c.account_id <> i.account_id or c.order_id is distinct from i.order_id
        or c.payment_id is distinct from i.payment_id or c.lang <> i.lang
        or (i.kind = 'invoice' and (c.total_cents <> i.total_cents or c.tax_cents <> i.tax_cents))
      order by i.position limit 1`,
  },
  {
    title: "the invoices of a recharge differ from what it brought",
    find: `select 'payment ' || p.id as "where" from payment p
      join (select payment_id, sum(total_cents) as cents, sum(tax_cents) as tax from invoice
        where payment_id is not null and corrects is null group by 1) i on i.payment_id = p.id
      where i.tax <> p.credited_tax_cents or i.cents > p.credited_cents - p.unclaimed_cents
      order by p.position limit 1`,
  },
  {
    title: "an invoice is in another currency than the installation's",
    find: `select i.number as "where" from invoice i
      where i.currency <> (select coalesce(currency, '${defaultCurrency}') from installation)
      order by i.position limit 1`,
  },
  {
    title: "the seller of an invoice is not stored",
    find: `select i.number as "where" from invoice i where not exists (
        select from invoice_seller s where s.digest = i.seller_digest)
      order by i.position limit 1`,
  },
];
