/** Scheduled jobs of the request log. */
import { requestsKeptMs } from "@turnpike/rules/request-log.ts";
import type { Job } from "../../platform/jobs.ts";
import { deleteOldRequests } from "./store.ts";

export const requestLogJobs: Job[] = [
  {
    name: "request-log-forget",
    everySeconds: 60,
    run: ({ db, world }) => deleteOldRequests(db, new Date(world.now() - requestsKeptMs)),
  },
];
