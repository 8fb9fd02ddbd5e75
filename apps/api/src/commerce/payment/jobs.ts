/** What the clock starts for payments. */
import type { Job } from "../../platform/jobs.ts";
import { expirePayments } from "./settle.ts";

export const paymentJobs: Job[] = [
  { name: "expire-payments", everySeconds: 60, run: expirePayments },
];
