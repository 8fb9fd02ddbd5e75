import { defineModule } from "../../platform/module.ts";
import { findCalls } from "./calls.ts";

export const findModule = defineModule({ calls: findCalls });
