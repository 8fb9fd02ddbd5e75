/** The CSV export of a month for the accountant (spec/console#money). */
import { csvText } from "@turnpike/rules/csv.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const HEADER = ["section", "at", "reference", "account", "product", "country", "method", "cents"];

interface Line {
  section: string;
  at: Date;
  reference: string;
  account: string;
  product: string;
  country: string;
  method: string;
  cents: number;
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
        where t.account_id = l.account_id), '') as country, l.method, l.cents
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
  ]);
  const csv = csvText([HEADER, ...lines]);
  return {
    csv,
    rows: lines.length,
    fileName: fileName({ brand, contents: "accounting", when: month, ending: "csv" }),
  };
}

const monthLines = (from: Date, to: Date) => sql`
  select 'order' as section, paid_at as at, order_no as reference, account_id, sku as product,
    method, amount_cents as cents
  from shop_order where paid_at >= ${from} and paid_at < ${to}
  union all
  select 'recharge', paid_at, id::text, account_id, 'wallet', method, credited_cents
  from payment where order_id is null and paid_at >= ${from} and paid_at < ${to}
    and credited_cents > 0
  union all
  select case r.kind when 'dispute' then 'chargeback' else 'refund' end, r.created_at,
    coalesce(o.order_no, r.payment_id::text), r.account_id, coalesce(o.sku, 'wallet'),
    coalesce(p.method, 'wallet'), -coalesce(r.cents, 0)
  from refund r left join shop_order o on o.id = r.order_id left join payment p on p.id = r.payment_id
  where r.created_at >= ${from} and r.created_at < ${to} and r.undone_at is null
  union all
  select 'withdrawal', decided_at, id::text, account_id, 'profit', target, -(amount_cents - fee_cents)
  from withdrawal where status = 'paid' and decided_at >= ${from} and decided_at < ${to}`;

/** Total balances before the instant, from each owner's last ledger line. */
const balancesAt = (to: Date) => sql`
  select 'balance', ${to}::timestamptz, asset, null::uuid, asset, '', sum(balance)::bigint
  from (select distinct on (owner, asset) asset, balance from ledger_line
    where at < ${to} and asset in ('wallet', 'profit') order by owner, asset, seq desc) held
  group by asset`;
