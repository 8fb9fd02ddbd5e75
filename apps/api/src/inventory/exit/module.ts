import { transaction } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { moveExits } from "./move-exits.ts";
import { exitResources, exitResourcesAfter } from "./resources.ts";

export const exitModule = defineModule({
  resources: [{ kind: "exit", after: exitResourcesAfter, named: exitResources }],
  jobs: [
    {
      // Exits that the previous release added, and those of nodes that were retired.
      name: "exit-owners",
      everySeconds: 60,
      run: ({ db }) => transaction(db, (tx) => moveExits(tx, null)),
    },
  ],
});
