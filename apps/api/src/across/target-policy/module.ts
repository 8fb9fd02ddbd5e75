import { defineModule } from "../../platform/module.ts";
import type { AnySetting } from "../../platform/setting/setting.ts";
import { policySetting } from "./policies.ts";

export const targetPolicyModule = defineModule({ settings: [policySetting as AnySetting] });
