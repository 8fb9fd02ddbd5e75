import { defineModule } from "../../platform/module.ts";
import { watchHub } from "./measure.ts";

export const hubModule = defineModule({ watch: watchHub });
