import { defineModule } from "../../platform/module.ts";
import { openApiRoutes } from "./openapi.ts";
import { docsRoutes } from "./routes.ts";

export const docsModule = defineModule({
  routes: (app, services) => docsRoutes(app, services, openApiRoutes(app, services)),
});
