import { defineModule } from "../../platform/module.ts";
import { lookJobs } from "./jobs.ts";
import { paymentMethods } from "./payments.ts";
import { paymentRoutes } from "./routes.ts";

export const paymentProviderModule = defineModule({
  routes: paymentRoutes,
  jobs: lookJobs,
  overview: { header: async ({ env }) => ({ paymentMethods: paymentMethods(env) }) },
});
