import { defineModule } from "../../platform/module.ts";
import { disputeChecks } from "./verify.ts";

export const disputeModule = defineModule({ verify: disputeChecks });
