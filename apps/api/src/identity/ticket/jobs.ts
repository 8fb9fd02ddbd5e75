/** Scheduled jobs of tickets. */
import type { Job } from "../../platform/jobs.ts";
import { deleteExpiredTickets } from "./store.ts";

export const ticketJobs: Job[] = [
  {
    name: "delete-expired-tickets",
    everySeconds: 600,
    run: ({ db, world }) => deleteExpiredTickets(db, new Date(world.now())),
  },
];
