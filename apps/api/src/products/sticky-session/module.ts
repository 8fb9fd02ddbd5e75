import { changeAfterMs } from "@turnpike/rules/sticky-session.ts";
import { defineModule } from "../../platform/module.ts";
import { removeEndedSessions } from "./store.ts";

export const stickySessionModule = defineModule({
  jobs: [
    {
      name: "delete-ended-sticky-sessions",
      everySeconds: 60,
      run: ({ db, world }) => {
        const changedBefore = new Date(world.now() - changeAfterMs);
        return removeEndedSessions(db, { now: new Date(world.now()), changedBefore });
      },
    },
  ],
});
