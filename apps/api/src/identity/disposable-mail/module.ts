import { defineModule } from "../../platform/module.ts";
import type { AnySetting } from "../../platform/setting/setting.ts";
import { ownDomainsSetting } from "./setting.ts";

export const disposableMailModule = defineModule({
  settings: [ownDomainsSetting as AnySetting],
});
