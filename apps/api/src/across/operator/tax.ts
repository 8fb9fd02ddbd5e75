/** `tax …`: how sales are taxed (spec/tax#scheme). */
import type { TaxSchemeFile } from "@turnpike/contract/tax.ts";
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { parseFile } from "./read/parse-file.ts";
import { setTax } from "./acts/tax.ts";
import { type Command, performFromCli, readText, UsageError } from "./command.ts";
import { taxEvidence } from "./read/tax-evidence.ts";
import { taxReport, taxReportColumns, taxReportCsv } from "./read/tax-report.ts";
import { table } from "./table.ts";

function textOf({ rates, ...scheme }: TaxSchemeFile): string {
  const facts = Object.entries(scheme).map(([name, value]) => `${name}: ${value || "-"}`);
  const shown = table(rates, {
    none: `rates: those of the EU as of ${euRatesReadOn}`,
    columns: ["country", "percent", "from"],
  });
  return [...facts, shown].join("\n");
}

const show: Command = {
  name: "tax show",
  args: "",
  help: "Show how sales are taxed",
  run: async ({ services }) => {
    const json = services.settings.get(taxSetting);
    return { ok: true, text: textOf(json), json };
  },
};

const set: Command = {
  name: "tax set",
  args: "FILE",
  help: "Set how sales are taxed from now on, by a JSON file: scheme, seller, prices, point, rates",
  run: async ({ services, args: [file] }) => {
    if (file === undefined) throw new UsageError("FILE is required");
    const json = await performFromCli(services, setTax, { file: parseFile(await readText(file)) });
    return { ok: true, text: textOf(json), json };
  },
};

const report: Command = {
  name: "tax report",
  args: "--quarter QUARTER [--csv]",
  help: "Show a quarter's (2026Q4) tax by country and rate; --csv for the accountant's program",
  run: async ({ services, options: { quarter, csv } }) => {
    const json = await taxReport(services.db, typeof quarter === "string" ? quarter : "");
    if (json === null) throw new UsageError("--quarter must be a quarter, such as 2026Q4");
    if (csv === true) return { ok: true, text: taxReportCsv(json).trimEnd(), json };
    const rows = json.rows.map((row) => ({ ...row }));
    const text = table(rows, { none: "Nothing was sold.", columns: [...taxReportColumns] });
    return { ok: true, text, json };
  },
};

/** The newest sales that are listed. */
const LISTED = 10_000;

const evidence: Command = {
  name: "tax evidence",
  args: "[--conflicts]",
  help: "List where buyers are by their title, network and card; --conflicts: where no two agree in the EU",
  run: async ({ services, options: { conflicts } }) => {
    const page = { page: 1, limit: LISTED, conflicts: conflicts === true };
    const { items: json } = await taxEvidence(services.db, page);
    const rows = json.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    const columns = ["orderNo", "at", "billing", "network", "card"] as const;
    return {
      ok: true,
      text: table(rows, { none: "There are none.", columns: [...columns] }),
      json,
    };
  },
};

export const taxCommands: Command[] = [show, set, report, evidence];
