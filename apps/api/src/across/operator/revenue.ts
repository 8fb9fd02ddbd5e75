/** `revenue`: what was sold and refunded, by day and product, for the accountant. */
import { dollars } from "@turnpike/rules/money.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";
import { type Command, UsageError } from "./command.ts";
import { table } from "./table.ts";

/** The longest span: a year of days and products is a screenful of thousands of lines already. */
const MOST_DAYS = 400;

interface RevenueRow {
  /** UTC day, `2026-03-01`. */
  day: string;
  /** The product's kind, or `wallet` for money of recharges that was taken back. */
  product: string;
  orders: number;
  soldCents: number;
  refundedCents: number;
}

/** Midnight UTC of a day as written. @throws UsageError */
function readDay(text: unknown, name: string): Date {
  const day = typeof text === "string" ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
  if (!isDay) throw new UsageError(`--${name} must be a day, such as 2026-03-01`);
  return day;
}

/**
 * Orders by the day on which they were paid, refunds and charge-backs by the day on which they came;
 * those that a won dispute undid do not count.
 */
async function revenueOf({ db }: Services, from: Date, to: Date): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    with moved as (
      select paid_at as at, kind as product, 1 as orders, amount_cents as sold, 0 as refunded
      from shop_order where paid_at >= ${from} and paid_at < ${to}
      union all
      select r.created_at, coalesce(o.kind, 'wallet'), 0, 0, coalesce(r.cents, 0)
      from refund r left join shop_order o on o.id = r.order_id
      where r.created_at >= ${from} and r.created_at < ${to} and r.undone_at is null
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, product,
      sum(orders)::bigint as orders, sum(sold)::bigint as "soldCents",
      sum(refunded)::bigint as "refundedCents"
    from moved group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

const sum = (each: number[]) => each.reduce((all, one) => all + one, 0);

export const revenueCommands: Command[] = [
  {
    name: "revenue",
    args: "--from DAY --to DAY",
    help: "Show what was sold and refunded by UTC day and product; both days are included",
    run: async ({ services, options }) => {
      const from = readDay(options.from, "from");
      const last = readDay(options.to, "to");
      const to = new Date(last.getTime() + dayMs);
      const days = (to.getTime() - from.getTime()) / dayMs;
      if (days < 1) throw new UsageError("--to must not be before --from");
      if (days > MOST_DAYS) throw new UsageError(`At most ${MOST_DAYS} days at once`);
      const items = (await revenueOf(services, from, to)).map((row) => ({
        ...row,
        netCents: row.soldCents - row.refundedCents,
      }));
      const total = {
        orders: sum(items.map(({ orders }) => orders)),
        soldCents: sum(items.map(({ soldCents }) => soldCents)),
        refundedCents: sum(items.map(({ refundedCents }) => refundedCents)),
        netCents: sum(items.map(({ netCents }) => netCents)),
      };
      const lines = items.map(({ day, product, orders, soldCents, refundedCents, netCents }) => ({
        day,
        product,
        orders,
        sold: dollars(soldCents),
        refunded: dollars(refundedCents),
        net: dollars(netCents),
      }));
      const text = table(lines, {
        none: "Nothing was sold or refunded.",
        columns: ["day", "product", "orders", "sold", "refunded", "net"],
      });
      const sums = `Total: ${dollars(total.soldCents)} sold, ${dollars(total.refundedCents)} refunded, ${dollars(total.netCents)} net.`;
      return { ok: true, text: `${text}\n${sums}`, json: { items, total } };
    },
  },
];
