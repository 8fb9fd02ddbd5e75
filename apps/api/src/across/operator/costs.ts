/** `costs …` and `margin`: costs of upstreams and exits, and the margin (spec/console#margin). */
import { type CostScope, costScopes } from "@turnpike/rules/margin.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { allCosts, type StoredCost } from "../../inventory/exit/store/costs.ts";
import { dropCost, setCost } from "./acts/costs.ts";
import {
  performFromCli,
  type Command,
  type CommandInput,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { isDay } from "./read/days.ts";
import { marginGroups, marginOf } from "./read/margin.ts";
import { readSpan } from "./revenue.ts";
import { table } from "./table.ts";

const columns = ["scope", "name", "from", "perGbMicros", "perIpMonthMicros"] as const;
const costsTable = (rows: StoredCost[]) =>
  table(rows, { none: "No price is set.", columns: [...columns] });

function readCostKey({ args: [scope, name = "", from = ""] }: CommandInput) {
  if (!costScopes.some((one) => one === scope))
    throw new UsageError(`SCOPE must be one of ${costScopes.join(", ")}`);
  if (!isDay(from)) throw new UsageError("DAY must be a day, such as 2026-03-01");
  return { scope: scope as CostScope, name, from };
}

const list: Command = {
  name: "costs list",
  args: "",
  help: "List what upstreams and exits cost",
  run: async ({ services }) => {
    const json = await allCosts(services.db);
    return { ok: true, text: costsTable(json), json };
  },
};

const set: Command = {
  name: "costs set",
  args: "SCOPE NAME DAY [--per-gb MICROS] [--per-ip-month MICROS]",
  help: "Set what a GB and an address a month cost from a day on, in millionths of the currency; SCOPE is exit, upstream or provenance",
  run: async (input) => {
    const { "per-gb": perGb, "per-ip-month": perIpMonth } = input.options;
    const json = await performFromCli(input.services, setCost, {
      ...readCostKey(input),
      perGbMicros: wholeNumber(perGb ?? "0", "--per-gb", 0),
      perIpMonthMicros: wholeNumber(perIpMonth ?? "0", "--per-ip-month", 0),
    });
    return { ok: true, text: costsTable([json]), json };
  },
};

const remove: Command = {
  name: "costs remove",
  args: "SCOPE NAME DAY",
  help: "Remove a price, as if it had never been set",
  run: async (input) => {
    const json = await performFromCli(input.services, dropCost, readCostKey(input));
    return { ok: true, text: "Removed.", json };
  },
};

const margin: Command = {
  name: "margin",
  args: "--from DAY --to DAY [--by product|country|exit|upstream|pool]",
  help: "Show revenue minus the cost of exits; both days are included",
  run: async ({ services, options }) => {
    const by = marginGroups.find((one) => one === (options.by ?? "product"));
    if (!by) throw new UsageError(`--by must be one of ${marginGroups.join(", ")}`);
    const json = await marginOf(services.db, { ...readSpan(options), by });
    const lines = [...json.items, { group: "total", ...json.total }].map((line) => ({
      [by]: line.group || "-",
      GB: (line.bytes / 1e9).toFixed(3),
      sold: plainMoney(line.revenueCents),
      cost: plainMoney(line.costCents),
      margin: plainMoney(line.marginCents),
      unpriced: line.unpriced,
    }));
    const text = table(lines, {
      none: "Nothing was sold or carried.",
      columns: [by, "GB", "sold", "cost", "margin", "unpriced"],
    });
    return { ok: true, text, json };
  },
};

export const costCommands: Command[] = [list, set, remove, margin];
