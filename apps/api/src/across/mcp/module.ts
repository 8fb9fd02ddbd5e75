import { defineModule } from "../../platform/module.ts";
import { mcpRoutes } from "./routes.ts";

export const mcpModule = defineModule({ routes: mcpRoutes });
