import { defineModule } from "../module.ts";
import type { AnySetting } from "../setting/setting.ts";
import { poolsSetting } from "./pools.ts";

export const trafficPoolsModule = defineModule({ settings: [poolsSetting as AnySetting] });
