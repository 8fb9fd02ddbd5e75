import { defineModule } from "../module.ts";
import { forgetOldNews } from "./changes.ts";

export const changesModule = defineModule({
  jobs: [{ name: "gateway-news-forget", everySeconds: 60, run: ({ db }) => forgetOldNews(db) }],
});
