import { defineModule } from "../../platform/module.ts";
import { sendRefunds } from "./send.ts";
import { refundChecks } from "./verify.ts";

export const refundModule = defineModule({
  jobs: [{ name: "send-refunds", everySeconds: 60, run: sendRefunds }],
  verify: refundChecks,
});
