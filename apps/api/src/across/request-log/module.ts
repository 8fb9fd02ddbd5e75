import { requestRetentionMs } from "@turnpike/rules/request-log.ts";
import { defineModule } from "../../platform/module.ts";
import { requestLogCalls } from "./calls.ts";
import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import { sumExitUsage } from "./store/exit-usage.ts";
import { eraseRequestsOf } from "./store/requests.ts";

export const requestLogModule = defineModule({
  calls: requestLogCalls,
  partitions: [
    {
      table: "request_log",
      column: "at",
      type: "instant",
      step: "quarterDay",
      keptMs: requestRetentionMs,
    },
    {
      table: "connection_trace",
      column: "at",
      type: "instant",
      step: "day",
      keptMs: traceRetentionMs,
    },
  ],
  jobs: [{ name: "sum-exit-usage", everySeconds: 3_600, run: sumExitUsage }],
  // The trace is kept: closing an account after abuse must not delete the evidence.
  erase: { clear: (_services, tx, { accountIds }) => eraseRequestsOf(tx, accountIds) },
});
