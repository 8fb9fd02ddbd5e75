import { defineModule } from "../../platform/module.ts";
import { nodeRoutes } from "./routes.ts";

export const nodeModule = defineModule({ routes: nodeRoutes });
