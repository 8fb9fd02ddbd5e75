/** Scheduled jobs of mail. */
import type { Job } from "../jobs.ts";
import { deliverMails, mailTries } from "./deliver.ts";
import { deleteOldMails } from "./store.ts";

/** How long mails are kept, also those that were given up: what they say is outdated. */
export const MAILS_KEPT_MS = 30 * 86_400_000;

export const mailJobs: Job[] = [
  { name: "deliver-mails", everySeconds: 5, run: deliverMails },
  {
    name: "delete-sent-mails",
    everySeconds: 3600,
    run: ({ db, world }) =>
      deleteOldMails(db, { before: new Date(world.now() - MAILS_KEPT_MS), tries: mailTries }),
  },
];
