import { defineModule } from "../../platform/module.ts";
import { rotateRoute } from "./routes.ts";

export const rotateLinkModule = defineModule({ routes: rotateRoute });
