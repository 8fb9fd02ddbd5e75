import { defineModule } from "../module.ts";
import { deleteOldRequests, eraseRequests } from "./store.ts";

const KEEP_MS = 30 * 86_400_000;

export const requestModule = defineModule({
  jobs: [
    {
      name: "delete-old-requests",
      everySeconds: 3600,
      run: ({ db, world }) => deleteOldRequests(db, new Date(world.now() - KEEP_MS)),
    },
  ],
  erase: { clear: (_services, tx, { accountIds }) => eraseRequests(tx, accountIds) },
});
