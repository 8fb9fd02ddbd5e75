import { defineModule } from "../../platform/module.ts";
import { liveCalls } from "./calls.ts";

export const liveModule = defineModule({ calls: liveCalls });
