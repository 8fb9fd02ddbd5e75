/** What the clock starts for refunds. */
import type { Job } from "../../platform/jobs.ts";
import { sendRefunds } from "./send.ts";

export const refundJobs: Job[] = [{ name: "send-refunds", everySeconds: 60, run: sendRefunds }];
