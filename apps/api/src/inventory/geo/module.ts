import { defineModule } from "../../platform/module.ts";
import { geoCalls } from "./calls.ts";
import { poolPlaceCalls } from "./pool-calls.ts";

export const geoModule = defineModule({
  calls: (services) => ({ ...geoCalls(services), ...poolPlaceCalls(services) }),
});
