/** Scheduled jobs of mail. */
import type { Job } from "../jobs.ts";
import { deliverMails } from "./deliver.ts";
import { deleteSent } from "./store.ts";

/** How long sent mails are kept. */
const SENT_KEPT_MS = 30 * 86_400_000;

export const mailJobs: Job[] = [
  { name: "deliver-mails", everySeconds: 5, run: deliverMails },
  {
    name: "delete-sent-mails",
    everySeconds: 3600,
    run: ({ db, world }) => deleteSent(db, new Date(world.now() - SENT_KEPT_MS)),
  },
];
