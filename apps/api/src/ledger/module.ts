import { defineModule } from "../platform/module.ts";
import { ledgerCalls } from "./calls.ts";
import { ledgerChecks } from "./verify.ts";

export const ledgerModule = defineModule({ calls: ledgerCalls, verify: ledgerChecks });
