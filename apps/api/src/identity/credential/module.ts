import { defineModule } from "../../platform/module.ts";
import { credentialCalls } from "./calls.ts";

export const credentialModule = defineModule({ calls: credentialCalls });
