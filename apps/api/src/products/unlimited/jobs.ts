/** What the clock starts for unlimited plans. */
import type { Job } from "../../platform/jobs.ts";
import { releaseEnded } from "./end.ts";
import { retryUnopenable } from "../../inventory/listening-port/renumber.ts";
import { removeBadPorts } from "../../inventory/listening-port/store/numbers.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { notifyEnded } from "./notify-ended.ts";
import { reopenWaiting } from "./reopen-waiting.ts";

export const unlimitedJobs: Job[] = [
  // Ends are notified before ports are closed: a closed plan is not looked at any more.
  { name: "unlimited-told", everySeconds: 60, run: notifyEnded },
  { name: "unlimited-ends", everySeconds: 60, run: releaseEnded },
  // After the ends: their numbers are free then.
  { name: "unlimited-waiting", everySeconds: 60, run: reopenWaiting },
  {
    name: "unlimited-useless",
    everySeconds: 60,
    run: (services) => retryUnopenable(services, unlimitedPortRange),
  },
  {
    name: "unlimited-forget",
    everySeconds: 3_600,
    run: ({ db, world }) => removeBadPorts(db, unlimitedPortRange, new Date(world.now())),
  },
];
