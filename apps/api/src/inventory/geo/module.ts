import { defineModule } from "../../platform/module.ts";
import { geoCalls } from "./calls.ts";

export const geoModule = defineModule({
  calls: geoCalls,
});
