/** Handlers for the tax scheme. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { serialized } from "../operator/read/paging.ts";
import { taxEvidence } from "../operator/read/tax-evidence.ts";
import { taxReport, taxReportCsv } from "../operator/read/tax-report.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { setTax } from "../operator/acts/tax.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { parseFile } from "../operator/read/parse-file.ts";

export function taxHandlers(
  services: Services,
): Pick<ConsoleHandlers, "taxShow" | "taxSet" | "taxReport" | "taxEvidence"> {
  return {
    taxShow: async () => ({
      tax: services.settings.get(taxSetting),
      ratesReadOn: euRatesReadOn,
    }),
    async taxReport({ quarter }) {
      const report = await taxReport(services.db, quarter);
      if (report === null) throw new Refusal("badField", { field: "quarter" });
      const name = fileName({
        brand: brandOf(services).ownName,
        contents: "tax-report",
        when: quarter,
        ending: "csv",
      });
      return { ...report, csv: taxReportCsv(report), fileName: name };
    },
    taxEvidence: async ({ conflicts = false, ...page }) =>
      serialized(await taxEvidence(services.db, { conflicts, ...page })),
    async taxSet({ file, reason }, { actor }) {
      const input = { file: parseFile(file) };
      return { tax: await perform(services, setTax, { actor, input, reason }) };
    },
  };
}
