import { defineModule } from "../../platform/module.ts";
import { deleteOldCases } from "./cases.ts";
import { countJob } from "./count.ts";

export const abuseModule = defineModule({
  jobs: [{ name: "delete-closed-cases", everySeconds: 86_400, run: deleteOldCases }, countJob],
});
