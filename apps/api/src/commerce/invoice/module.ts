import { defineModule } from "../../platform/module.ts";
import { invoiceRoutes } from "./routes.ts";

export const invoiceModule = defineModule({ routes: invoiceRoutes });
