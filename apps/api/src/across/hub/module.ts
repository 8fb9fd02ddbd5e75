import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import { defineModule } from "../../platform/module.ts";
import { deleteAsideBefore } from "../../platform/set-aside/store.ts";
import { watchHub } from "./metrics.ts";

export const hubModule = defineModule({
  watch: watchHub,
  jobs: [
    {
      name: "delete-old-set-aside",
      everySeconds: 3_600,
      // Lines of the trace are among them, and are kept no longer here.
      run: ({ db, env, world }) =>
        deleteAsideBefore(db, new Date(world.now() - traceRetentionMs(env))),
    },
  ],
});
