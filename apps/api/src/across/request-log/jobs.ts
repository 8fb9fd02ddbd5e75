/** What the clock starts for the request log. */
import { requestsKeptMs } from "@turnpike/rules/request-log.ts";
import type { Job } from "../../platform/jobs.ts";
import { forgetRequests } from "./store.ts";

export const requestLogJobs: Job[] = [
  {
    name: "request-log-forget",
    everySeconds: 60,
    run: ({ db, world }) => forgetRequests(db, new Date(world.now() - requestsKeptMs)),
  },
];
