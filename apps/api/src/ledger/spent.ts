/** What orders took from wallets, day by day. */
import { dayOf, type Span, stepsOf } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** In cents, each UTC day of a span, the oldest first. */
export async function spentByDay(
  db: Db,
  { accountId, span }: { accountId: string; span: Span },
): Promise<number[]> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(-amount)::bigint as cents
    from ledger_line
    where owner = ${accountId} and asset = 'wallet' and kind = 'order' and amount < 0
      and at >= ${new Date(span.from)} and at < ${new Date(span.to)}
    group by 1`.execute(db);
  const byDay = new Map(rows.map(({ day, cents }) => [day, cents]));
  return stepsOf(span, "day").map((at) => byDay.get(dayOf(at)) ?? 0);
}
