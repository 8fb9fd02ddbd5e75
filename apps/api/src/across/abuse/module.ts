import { defineModule } from "../../platform/module.ts";
import { forgetClosedCases } from "./cases.ts";
import { countJob } from "./count.ts";

export const abuseModule = defineModule({
  jobs: [{ name: "forget-closed-cases", everySeconds: 86_400, run: forgetClosedCases }, countJob],
});
