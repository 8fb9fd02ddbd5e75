import { defineModule } from "../../platform/module.ts";
import { labRoutes } from "./routes.ts";
import { addLabUpstream } from "./upstream.ts";

export const labModule = defineModule({
  jobs: [{ name: "add-lab-upstream", everySeconds: 10, run: addLabUpstream }],
  routes: async (app, services) => {
    if (services.env.lab) await labRoutes(app, services);
  },
});
