import { defineModule } from "../platform/module.ts";
import { ledgerCalls } from "./calls.ts";
import { ledgerChecks } from "./verify.ts";

/** Partitioned by entry id, so that an entry, its postings and its lines share a partition. */
const byEntry = { type: "entry", step: "month" } as const;

export const ledgerModule = defineModule({
  calls: ledgerCalls,
  partitions: [
    { table: "ledger_entry", column: "id", ...byEntry },
    { table: "ledger_posting", column: "entry_id", ...byEntry },
    { table: "ledger_line", column: "entry_id", ...byEntry },
  ],
  verify: ledgerChecks,
});
