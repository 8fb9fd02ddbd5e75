/** The CSV export of a month for the accountant (spec/console#money). */
import { csvText } from "@turnpike/rules/csv.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const HEADER = [
  ..."section at reference account product country method cents".split(" "),
  ..."netCents taxCents taxPercent taxTreatment taxCountry invoiceNo".split(" "),
];

interface Line {
  section: string;
  at: Date;
  reference: string;
  account: string;
  product: string;
  country: string;
  method: string;
  cents: number;
  tax: number;
  percent: string;
  treatment: string;
  taxCountry: string;
  invoiceNo: string;
}

/**
 * Exports the month's orders, recharges, refunds and paid withdrawals, and the totals of all
 * wallets and profits at its end, computed from ledger lines before that instant.
 */
export async function monthCsv(
  db: Db,
  { month, brand }: { month: string; brand: string | undefined },
): Promise<{ csv: string; rows: number; fileName: string }> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const { rows } = await sql<Line>`
    with lines as (${monthLines(from, to)} union all ${balancesAt(to)})
    select l.section, l.at, l.reference, coalesce(l.account_id::text, '') as account, l.product,
      coalesce((select upper(t.country collate "C") from invoice_title t
        where t.account_id = l.account_id), '') as country, l.method, l.cents,
      l.tax, l.percent, l.treatment, l.tax_country as "taxCountry",
      l.invoice_no as "invoiceNo"
    from lines l order by l.section, l.at, l.reference`.execute(db);
  const lines = rows.map((row) => [
    row.section,
    row.at.toISOString(),
    row.reference,
    row.account,
    row.product,
    row.country,
    row.method,
    row.cents,
    row.cents - row.tax,
    row.tax,
    Number(row.percent),
    row.treatment,
    row.taxCountry,
    row.invoiceNo,
  ]);
  const csv = csvText([HEADER, ...lines]);
  return {
    csv,
    rows: lines.length,
    fileName: fileName({ brand, contents: "accounting", when: month, ending: "csv" }),
  };
}

/** The numbers of the documents that fit, with spaces between them. */
const numbers = (fit: RawBuilder<unknown>) => sql`coalesce((
  select string_agg(i.number, ' ' order by i.position) from invoice i where ${fit}), '')`;

const monthLines = (from: Date, to: Date) => sql`
  select 'order' as section, paid_at as at, order_no as reference, account_id, sku as product,
    method, amount_cents as cents, tax_cents as tax, tax_percent as percent,
    tax_treatment as treatment, coalesce(tax_country, '') as tax_country,
    ${numbers(sql`i.order_id = shop_order.id and i.corrects is null`)} as invoice_no
  from shop_order where paid_at >= ${from} and paid_at < ${to}
  union all
  select 'recharge', paid_at, id::text, account_id, 'wallet', method, credited_cents,
    credited_tax_cents, tax_percent, tax_treatment, coalesce(tax_country, ''),
    ${numbers(sql`i.payment_id = payment.id and i.corrects is null`)}
  from payment where order_id is null and paid_at >= ${from} and paid_at < ${to}
    and credited_cents > 0
  union all
  select case r.kind when 'dispute' then 'chargeback' else 'refund' end, r.created_at,
    coalesce(o.order_no, r.payment_id::text), r.account_id, coalesce(o.sku, 'wallet'),
    coalesce(p.method, 'wallet'), -coalesce(r.cents, 0), -(r.tax_cents + r.surplus_tax_cents),
    coalesce(o.tax_percent, p.tax_percent, 0), coalesce(o.tax_treatment, p.tax_treatment, 'none'),
    coalesce(o.tax_country, p.tax_country, ''),
    ${numbers(sql`i.refund_id = r.id and i.kind = 'creditNote'`)}
  from refund r left join shop_order o on o.id = r.order_id left join payment p on p.id = r.payment_id
  where r.created_at >= ${from} and r.created_at < ${to} and r.undone_at is null
  union all
  select 'withdrawal', decided_at, id::text, account_id, 'profit', target, -(amount_cents - fee_cents),
    0, 0, 'none', '', ''
  from withdrawal where status = 'paid' and decided_at >= ${from} and decided_at < ${to}`;

/** Total balances before the instant, from each owner's last ledger line. */
const balancesAt = (to: Date) => sql`
  select 'balance', ${to}::timestamptz, asset, null::uuid, asset, '', sum(balance)::bigint, 0, 0, 'none',
    '', ''
  from (select distinct on (owner, asset) asset, balance from ledger_line
    where at < ${to} and asset in ('wallet', 'profit') order by owner, asset, seq desc) held
  group by asset`;
