import { defineModule } from "../../platform/module.ts";
import { accountViewCalls } from "./calls.ts";
import { deleteEndedViews, deleteViewsOf } from "./store.ts";
import { authenticateView } from "./view.ts";

const KEPT_MS = 86_400_000;

export const accountViewModule = defineModule({
  calls: accountViewCalls,
  jobs: [
    {
      name: "delete-ended-account-views",
      everySeconds: 3_600,
      run: ({ db, world }) => deleteEndedViews(db, new Date(world.now() - KEPT_MS)),
    },
  ],
  erase: { clear: (_services, tx, { accountIds }) => deleteViewsOf(tx, accountIds) },
  authentication: { byView: authenticateView },
});
