/** Scheduled jobs of sign-ins by providers. */
import type { Job } from "../../platform/jobs.ts";
import { deleteUsedStarts } from "./store.ts";

const HOUR = 3600;

export const identityJobs: Job[] = [
  {
    name: "delete-used-sign-ins",
    everySeconds: HOUR,
    run: ({ db, world }) => deleteUsedStarts(db, new Date(world.now())),
  },
];
