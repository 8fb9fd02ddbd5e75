/** What the clock starts for mail. */
import type { Job } from "../../jobs.ts";
import { deliverMails } from "./deliver.ts";

export const mailJobs: Job[] = [{ name: "deliver-mails", everySeconds: 5, run: deliverMails }];
