import { defineModule } from "../../platform/module.ts";
import type { AnySetting } from "../../platform/setting/setting.ts";
import { gatesSetting } from "./gates.ts";

export const gateModule = defineModule({ settings: [gatesSetting as AnySetting] });
