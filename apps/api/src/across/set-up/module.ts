import { defineModule } from "../../platform/module.ts";
import { setUpSetting } from "./state.ts";

export const setUpModule = defineModule({ settings: [setUpSetting] });
