import { defineModule } from "../module.ts";
import { deleteOldChanges } from "./store.ts";

export const changesModule = defineModule({
  jobs: [{ name: "gateway-news-forget", everySeconds: 60, run: ({ db }) => deleteOldChanges(db) }],
});
