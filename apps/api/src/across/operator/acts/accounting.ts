/** Exports a month for the accountant, which is recorded in the audit log. */
import { brandOf } from "../../../platform/brand/brand.ts";
import { monthCsv } from "../read/export.ts";
import { defineAct } from "./act.ts";

export const exportMonth = defineAct<
  { month: string },
  { csv: string; rows: number; fileName: string }
>({
  action: "accounting.export",
  run: async (services, tx, { month }) => {
    const result = await monthCsv(tx, { month, brand: brandOf(services).ownName });
    return { result, subject: month, after: { rows: result.rows } };
  },
});
