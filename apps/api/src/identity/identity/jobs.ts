/** What the clock does about sign-ins by third parties. */
import type { Job } from "../../platform/jobs.ts";
import { deleteUsedStarts } from "./store.ts";

const HOUR = 3600;

export const identityJobs: Job[] = [
  {
    name: "forget-used-starts",
    everySeconds: HOUR,
    run: ({ db, world }) => deleteUsedStarts(db, new Date(world.now())),
  },
];
