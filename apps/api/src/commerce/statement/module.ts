import { defineModule } from "../../platform/module.ts";
import { statementRoutes } from "./routes.ts";

export const statementModule = defineModule({ routes: statementRoutes });
