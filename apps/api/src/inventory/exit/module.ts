import { defineModule } from "../../platform/module.ts";
import { exitResources, exitResourcesAfter } from "./resources.ts";

export const exitModule = defineModule({
  resources: [{ kind: "exit", after: exitResourcesAfter, named: exitResources }],
});
