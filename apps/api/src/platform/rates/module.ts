import { defineModule } from "../module.ts";
import type { AnySetting } from "../setting/setting.ts";
import { ratesSetting } from "./rates.ts";

export const ratesModule = defineModule({ settings: [ratesSetting as AnySetting] });
