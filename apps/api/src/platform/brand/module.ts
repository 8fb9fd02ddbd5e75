import { defineModule } from "../module.ts";
import { brandSetting } from "./brand.ts";

export const brandModule = defineModule({ settings: [brandSetting] });
