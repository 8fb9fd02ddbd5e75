import { defineModule } from "../../platform/module.ts";
import { labRoutes } from "./routes.ts";

export const labModule = defineModule({
  routes: async (app, services) => {
    if (services.env.lab) await labRoutes(app, services);
  },
});
