/** Sets the seller's tax scheme (spec/tax#scheme). */
import { faultOf } from "@turnpike/contract/file-fault.ts";
import { type TaxSchemeFile, taxScheme } from "@turnpike/contract/tax.ts";
import { euCountries } from "@turnpike/rules/tax/eu-rates.ts";
import { taxProblem } from "@turnpike/rules/tax/tax.ts";
import { readVatId, vatIdText } from "@turnpike/rules/tax/vat-id.ts";
import { taxSetting } from "../../../identity/vat-id/scheme.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { writeSetting } from "../../../platform/setting/setting.ts";
import { defineAct } from "./act.ts";

const refuse = (at: { field: string; fault: string }) => new FieldRefused({ column: null, ...at });

/** @throws FieldRefused naming the first wrong field */
function readScheme(file: unknown, day: string): TaxSchemeFile {
  const { success, data, error } = taxScheme.safeParse(file);
  if (!success) throw refuse(faultOf(error));
  const problem = taxProblem({ ...data, country: data.sellerCountry }, day);
  if (problem !== null) {
    const [field = "", ...fault] = problem.split(": ");
    throw refuse({ field, fault: fault.join(": ") });
  }
  return { ...data, sellerVatId: sellerVatId(data) };
}

function sellerVatId({ sellerVatId: text, sellerCountry }: TaxSchemeFile): string {
  if (text === "" || !euCountries.has(sellerCountry)) return text;
  const read = readVatId(text);
  if (read?.country !== sellerCountry)
    throw refuse({ field: "sellerVatId", fault: `is no VAT id of ${sellerCountry}` });
  return vatIdText(read);
}

/** Counts from the commit on; the file is the whole scheme. */
export const setTax = defineAct<{ file: unknown }, TaxSchemeFile>({
  action: "tax.set",
  run: async (services, tx, { file }) => {
    const today = new Date(services.world.now()).toISOString().slice(0, 10);
    const after = readScheme(file, today);
    const before = services.settings.get(taxSetting);
    await writeSetting(tx, taxSetting, after);
    return {
      result: after,
      subject: after.scheme,
      before,
      after,
      afterCommit: async () => {
        await services.settings.refresh();
        return after;
      },
    };
  },
});
