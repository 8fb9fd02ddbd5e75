/** Wallet spending on orders, by day. */
import { dayOf, type Span, stepsOf } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

/**
 * Cents spent on each UTC day of a span, oldest first. An amount refunded since counts on no day:
 * not on the order's day, as it is no longer spent, and not on the day of the refund.
 */
export async function spentByDay(
  db: Db,
  { accountId, span }: { accountId: string; span: Span },
): Promise<number[]> {
  const from = new Date(span.from);
  const { rows } = await sql<{ day: string; cents: number }>`
    with paid as (
      select ref, min(at) as at, -sum(amount) as cents from ledger_line
      where owner = ${accountId} and asset = 'wallet' and kind = 'order' and amount < 0
        and at >= ${from} and at < ${new Date(span.to)}
      group by ref),
    back as (
      select ref, sum(amount) as cents from ledger_line
      where owner = ${accountId} and asset = 'wallet' and kind = 'refund' and at >= ${from}
      group by ref)
    select to_char(paid.at at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(paid.cents - coalesce(back.cents, 0))::bigint as cents
    from paid left join back using (ref) group by 1`.execute(db);
  const byDay = new Map(rows.map(({ day, cents }) => [day, cents]));
  return stepsOf(span, "day").map((at) => byDay.get(dayOf(at)) ?? 0);
}
