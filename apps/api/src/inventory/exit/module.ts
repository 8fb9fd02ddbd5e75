import { defineModule } from "../../platform/module.ts";
import { exitFacts, exitFactsAfter } from "./store/exits.ts";

export const exitModule = defineModule({
  resources: [{ kind: "exit", after: exitFactsAfter, named: exitFacts }],
});
