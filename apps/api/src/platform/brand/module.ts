import { defineModule } from "../module.ts";
import { brandSetting } from "./brand.ts";
import { brandRoutes } from "./routes.ts";

export const brandModule = defineModule({ settings: [brandSetting], routes: brandRoutes });
