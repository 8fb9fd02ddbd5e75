/** What the clock starts for static IPs; what can still be renewed is, before its end is noted. */
import type { Job } from "../../platform/jobs.ts";
import { autoRenew } from "./auto-renew.ts";
import { forgetEnded, recordEnds, releaseEnded } from "./end.ts";

export const staticJobs: Job[] = [
  { name: "static-auto-renew", everySeconds: 60, run: autoRenew },
  {
    name: "static-ends",
    everySeconds: 60,
    run: async (services) => {
      // What is noted goes first; where that fails, addresses are given back all the same.
      try {
        await recordEnds(services);
      } finally {
        await releaseEnded(services);
      }
    },
  },
  { name: "static-forget", everySeconds: 3_600, run: forgetEnded },
];
