/** Scheduled jobs of sessions. */
import type { Job } from "../../platform/jobs.ts";
import { deleteEvents } from "./store/login-event.ts";
import { deleteEndedSessions } from "./store/session.ts";
import { deleteEndedWindows } from "./store/throttle.ts";

export const LOG_KEPT_MS = 180 * 86_400_000;

export const sessionJobs: Job[] = [
  {
    name: "delete-ended-sessions",
    everySeconds: 600,
    async run(services) {
      const now = services.world.now();
      await deleteEndedSessions(services.db, new Date(now));
      await deleteEvents(services.db, new Date(now - LOG_KEPT_MS));
      await deleteEndedWindows(services.db, new Date(now));
    },
  },
];
