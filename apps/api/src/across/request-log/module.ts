import { requestsKeptMs } from "@turnpike/rules/request-log.ts";
import { defineModule } from "../../platform/module.ts";
import { requestLogCalls } from "./calls.ts";
import { eraseRequestsOf } from "./store.ts";

export const requestLogModule = defineModule({
  calls: requestLogCalls,
  partitions: [
    {
      table: "request_log",
      column: "at",
      type: "instant",
      step: "quarterDay",
      keptMs: requestsKeptMs,
    },
  ],
  erase: { clear: (_services, tx, { accountIds }) => eraseRequestsOf(tx, accountIds) },
});
