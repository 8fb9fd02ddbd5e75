import { transaction } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { moveExits } from "./move-exits.ts";
import { exitResources, exitResourcesAfter } from "./resources.ts";

export const exitModule = defineModule({
  resources: [{ kind: "exit", after: exitResourcesAfter, byIds: exitResources }],
  jobs: [
    {
      // Covers exits added by the previous release, and exits of nodes that have been retired.
      name: "move-exits",
      everySeconds: 60,
      run: ({ db }) => transaction(db, (tx) => moveExits(tx, null)),
    },
  ],
});
