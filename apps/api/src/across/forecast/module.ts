import { defineModule } from "../../platform/module.ts";
import { forecastCalls } from "./calls.ts";

export const forecastModule = defineModule({ calls: forecastCalls });
