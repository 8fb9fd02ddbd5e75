import { defineModule } from "../../platform/module.ts";
import { undoRoutes } from "./routes.ts";
import { deleteChangesOf, deleteExpiredChanges } from "./store.ts";

const HOUR = 3600;

export const undoModule = defineModule({
  routes: undoRoutes,
  jobs: [
    {
      name: "delete-undo-links",
      everySeconds: HOUR,
      run: ({ db, world }) => deleteExpiredChanges(db, new Date(world.now())),
    },
  ],
  erase: { clear: (_services, tx, { accountIds }) => deleteChangesOf(tx, accountIds) },
  // Undoing them would restore what somebody else has set.
  recovery: { removeUnverified: (_services, tx, accountId) => deleteChangesOf(tx, [accountId]) },
});
