import { defineModule } from "../../platform/module.ts";
import { issueMissingInvoices } from "./missing-invoices.ts";
import { sendRefunds } from "./send.ts";
import { refundChecks } from "./verify.ts";

export const refundModule = defineModule({
  jobs: [
    { name: "send-refunds", everySeconds: 60, run: sendRefunds },
    { name: "missing-invoices", everySeconds: 600, run: issueMissingInvoices },
  ],
  verify: refundChecks,
});
