import { defineModule } from "../../platform/module.ts";
import { watchHub } from "./metrics.ts";

export const hubModule = defineModule({ watch: watchHub });
