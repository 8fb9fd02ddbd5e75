/** `costs …` and `margin`: costs of upstreams and exits, and the margin (spec/console#margin). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";
import { readSpan } from "./revenue.ts";
import { table } from "./table.ts";

const columns = ["scope", "name", "from", "perGbMicros", "perIpMonthMicros"] as const;
const costsTable = (rows: ConsoleResponse<ConsoleCalls["costList"]>["items"]) =>
  table(rows, { none: "No price is set.", columns: [...columns] });

const list = callCommand({
  call: "costList",
  name: "costs list",
  args: "",
  help: "List what upstreams and exits cost",
  show: ({ items }) => ({ text: costsTable(items), json: items }),
});

const set = callCommand({
  call: "costSet",
  name: "costs set",
  args: "SCOPE NAME DAY [--per-gb MICROS] [--per-ip-month MICROS]",
  help: "Set what a GB and an address a month cost from a day on, in millionths of the currency; SCOPE is exit, upstream or provenance",
  words: ["scope", "name", "from"],
  options: { "per-gb": "perGbMicros", "per-ip-month": "perIpMonthMicros" },
  show: ({ cost }) => ({ text: costsTable([cost]), json: cost }),
});

const remove = callCommand({
  call: "costRemove",
  name: "costs remove",
  args: "SCOPE NAME DAY",
  help: "Remove a price, as if it had never been set",
  words: ["scope", "name", "from"],
  show: ({ cost }) => ({ text: "Removed.", json: cost }),
});

const margin = callCommand({
  call: "margin",
  name: "margin",
  args: "--from DAY --to DAY [--by product|country|exit|upstream|pool]",
  help: "Show revenue minus the cost of exits; both days are included",
  fields: ({ options }) => {
    readSpan(options);
    return {};
  },
  show: (json, { by }) => {
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
    return { text, json };
  },
});

export const costCommands: Command[] = [list, set, remove, margin];
