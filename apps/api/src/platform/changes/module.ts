import { defineModule } from "../module.ts";
import { deleteOldChanges } from "./store.ts";

export const changesModule = defineModule({
  jobs: [{ name: "delete-old-changes", everySeconds: 60, run: ({ db }) => deleteOldChanges(db) }],
});
