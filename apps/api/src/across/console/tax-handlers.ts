/** Handlers for the tax scheme. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { serialized } from "../operator/read/paging.ts";
import { taxEvidence } from "../operator/read/tax-evidence.ts";
import { taxReport, taxReportCsv } from "../operator/read/tax-report.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { euRatesReadOn } from "@turnpike/rules/tax/eu-rates.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockedSetting } from "../../platform/setting/setting.ts";
import { perform } from "../operator/acts/act.ts";
import { setTax } from "../operator/acts/tax.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";
import { parseFile } from "../operator/read/parse-file.ts";

export function taxHandlers(
  services: Services,
): Pick<ConsoleHandlers, "taxShow" | "taxSet" | "taxReport" | "taxEvidence"> {
  return {
    taxShow: async () => {
      const tax = services.settings.get(taxSetting);
      return { tax, ratesReadOn: euRatesReadOn, version: versionOf(tax) };
    },
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
    async taxSet({ file, seen, reason }, { actor }) {
      const input = { file: parseFile(file) };
      const check = async (tx: Tx) => refuseStale(seen, await lockedSetting(tx, taxSetting));
      return { tax: await perform(services, setTax, { actor, input, reason, check }) };
    },
  };
}
