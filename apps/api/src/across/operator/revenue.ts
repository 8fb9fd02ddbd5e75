/** `revenue`: revenue and refunds by day and product, for the accountant. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { type Command, type CommandInput, UsageError } from "./command.ts";
import { isDay } from "./read/days.ts";
import { revenueOf } from "./read/revenue.ts";
import { table } from "./table.ts";

/** The longest span: a year of days and products is already thousands of lines. */
const MAX_DAYS = 400;

/** Parses a day as midnight UTC. @throws UsageError */
function readDay(text: unknown, name: string): Date {
  if (!isDay(text)) throw new UsageError(`--${name} must be a day, such as 2026-03-01`);
  return new Date(`${text}T00:00:00Z`);
}

/** Parses `--from DAY --to DAY` as a span that includes the last day. @throws UsageError */
export function readSpan(options: CommandInput["options"]): { from: Date; to: Date } {
  const from = readDay(options.from, "from");
  const to = new Date(readDay(options.to, "to").getTime() + dayMs);
  const days = (to.getTime() - from.getTime()) / dayMs;
  if (days < 1) throw new UsageError("--to must not be before --from");
  if (days > MAX_DAYS) throw new UsageError(`At most ${MAX_DAYS} days at once`);
  return { from, to };
}

const sum = (each: number[]) => each.reduce((all, one) => all + one, 0);

export const revenueCommands: Command[] = [
  {
    name: "revenue",
    args: "--from DAY --to DAY",
    help: "Show what was sold and refunded by UTC day and product; both days are included",
    run: async ({ services, options }) => {
      const { from, to } = readSpan(options);
      const items = (await revenueOf(services.db, from, to)).map((row) => ({
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
        sold: plainMoney(soldCents),
        refunded: plainMoney(refundedCents),
        net: plainMoney(netCents),
      }));
      const text = table(lines, {
        none: "Nothing was sold or refunded.",
        columns: ["day", "product", "orders", "sold", "refunded", "net"],
      });
      const sums = `Total: ${plainMoney(total.soldCents)} sold, ${plainMoney(total.refundedCents)} refunded, ${plainMoney(total.netCents)} net.`;
      return { ok: true, text: `${text}\n${sums}`, json: { items, total } };
    },
  },
];
