/** `tax …`: how sales are taxed (spec/tax#scheme). */
import type { TaxSchemeFile } from "@turnpike/contract/tax.ts";
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { parseFile } from "./parse-file.ts";
import { setTax } from "./acts/tax.ts";
import { type Command, performFromCli, readText, UsageError } from "./command.ts";
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

export const taxCommands: Command[] = [show, set];
