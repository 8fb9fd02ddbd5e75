/** `tax …`: how sales are taxed (spec/tax#scheme). */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import type { TaxSchemeFile } from "@turnpike/contract/tax.ts";
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { callCommand } from "./call-command.ts";
import { type Command, readField, UsageError } from "./command.ts";
import { taxReportColumns } from "./read/tax-report.ts";
import { table } from "./table.ts";

function textOf({ rates, ...scheme }: TaxSchemeFile): string {
  const facts = Object.entries(scheme).map(([name, value]) => `${name}: ${value || "-"}`);
  const shown = table(rates, {
    none: `rates: those of the EU as of ${euRatesReadOn}`,
    columns: ["country", "percent", "from"],
  });
  return [...facts, shown].join("\n");
}

const showScheme = ({ tax }: ConsoleResponse<ConsoleCalls["taxSet"]>) => ({
  text: textOf(tax),
  json: tax,
});

const show = callCommand({
  call: "taxShow",
  name: "tax show",
  args: "",
  help: "Show how sales are taxed",
  show: showScheme,
});

const set = callCommand({
  call: "taxSet",
  name: "tax set",
  args: "FILE",
  help: "Set how sales are taxed from now on, by a JSON file: scheme, seller, prices, point, rates",
  fields: async ({ args: [file = ""] }) => ({ file: await readField(file) }),
  show: showScheme,
});

const report = callCommand({
  call: "taxReport",
  name: "tax report",
  args: "--quarter QUARTER [--csv]",
  help: "Show a quarter's (2026Q4) tax by country and rate; --csv for the accountant's program",
  fields: ({ options: { quarter } }) => {
    if (!/^\d{4}Q[1-4]$/.test(String(quarter)))
      throw new UsageError("--quarter must be a quarter, such as 2026Q4");
    return { quarter };
  },
  show: ({ csv, fileName: _fileName, ...json }, _request, { options }) => {
    const shown = table(json.rows, { none: "Nothing was sold.", columns: [...taxReportColumns] });
    return { text: options["csv"] === true ? csv.trimEnd() : shown, json };
  },
});

const evidence = callCommand({
  call: "taxEvidence",
  name: "tax evidence",
  args: "[--conflicts]",
  help: "List where buyers are by their title, network and card; --conflicts: where no two agree in the EU",
  most: 10_000,
  show: ({ items }) => ({
    text: table(items, {
      none: "There are none.",
      columns: ["orderNo", "at", "billing", "network", "card"],
    }),
    json: items,
  }),
});

export const taxCommands: Command[] = [show, set, report, evidence];
