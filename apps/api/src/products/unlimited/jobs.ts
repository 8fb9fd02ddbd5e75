/** What the clock starts for unlimited plans. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { releaseEnded } from "./end.ts";
import { retryUnopenable } from "../../inventory/listening-port/renumber.ts";
import { removeBadPorts } from "../../inventory/listening-port/store/numbers.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { notifyEnded } from "./notify-ended.ts";
import { removeOldUsage } from "./store/usage.ts";
import { reopenWaiting } from "./reopen-waiting.ts";

/** 30 days are shown; what lies so far back nobody asks for any more. */
const usageKeptMs = 93 * dayMs;
const ROWS_AT_ONCE = 5_000;
const ROUNDS = 200;

async function removeOldRows({ db, world }: Services): Promise<void> {
  const now = world.now();
  await removeBadPorts(db, unlimitedPortRange, new Date(now));
  for (let round = 0; round < ROUNDS; round++) {
    const gone = await removeOldUsage(db, new Date(now - usageKeptMs), ROWS_AT_ONCE);
    if (gone < ROWS_AT_ONCE) return;
  }
}

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
  { name: "unlimited-forget", everySeconds: 3_600, run: removeOldRows },
];
