/** Scheduled jobs of static IPs. Auto-renew runs first, so ends are recorded only for the rest. */
import { readModems } from "../../inventory/exit/read-modems.ts";
import type { Job } from "../../platform/jobs.ts";
import { autoRenew } from "./auto-renew.ts";
import { hideEndedStatics, recordEnds, releaseEnded } from "./end.ts";
import { moveStaticAt } from "./store/modems.ts";

export const staticJobs: Job[] = [
  { name: "renew-static-ips", everySeconds: 60, run: autoRenew },
  {
    name: "end-static-ips",
    everySeconds: 60,
    run: async (services) => {
      // Record ends first; if that fails, still release the addresses.
      try {
        await recordEnds(services);
      } finally {
        await releaseEnded(services);
      }
    },
  },
  { name: "read-modems", everySeconds: 2, run: (services) => readModems(services, moveStaticAt) },
  { name: "hide-ended-static-ips", everySeconds: 3_600, run: hideEndedStatics },
];
