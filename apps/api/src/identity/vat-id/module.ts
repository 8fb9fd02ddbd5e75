import { defineModule } from "../../platform/module.ts";
import { checkOpenVatIds } from "./check.ts";
import { taxSetting } from "./scheme.ts";

export const vatIdModule = defineModule({
  settings: [taxSetting],
  jobs: [{ name: "check-vat-ids", everySeconds: 3_600, run: checkOpenVatIds }],
});
