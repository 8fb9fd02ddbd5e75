/** Handlers for the tax scheme. */
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { setTax } from "../operator/acts/tax.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { parseFile } from "../operator/parse-file.ts";

export function taxHandlers(services: Services): Pick<ConsoleHandlers, "taxShow" | "taxSet"> {
  return {
    taxShow: async () => ({
      tax: services.settings.get(taxSetting),
      ratesReadOn: euRatesReadOn,
    }),
    async taxSet({ file, reason }, { actor }) {
      const input = { file: parseFile(file) };
      return { tax: await perform(services, setTax, { actor, input, reason }) };
    },
  };
}
