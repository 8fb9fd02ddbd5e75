/** What the clock starts for the hub. */
import { leaseGraceMs } from "@turnpike/rules/lease.ts";
import { changeAfterMs } from "@turnpike/rules/session-hold.ts";
import type { Job } from "../../platform/jobs.ts";
import { removeEndedHolds } from "./holds.ts";
import { overdueLeases, removeSettled } from "./lease-store.ts";
import { settleLeases } from "./leases.ts";
import { forgetOldNews } from "../../platform/changes/changes.ts";

const dayMs = 24 * 3_600_000;

export const hubJobs: Job[] = [
  {
    name: "leases-overdue",
    everySeconds: 30,
    run: async (services) => {
      const before = new Date(services.world.now() - leaseGraceMs);
      await settleLeases(services, await overdueLeases(services.db, before), null);
    },
  },
  {
    name: "leases-forget",
    everySeconds: 600,
    run: ({ db, world }) => removeSettled(db, new Date(world.now() - dayMs)),
  },
  {
    name: "holds-forget",
    everySeconds: 60,
    run: ({ db, world }) => {
      const changedBefore = new Date(world.now() - changeAfterMs);
      return removeEndedHolds(db, { now: new Date(world.now()), changedBefore });
    },
  },
  {
    name: "gateway-news-forget",
    everySeconds: 60,
    run: ({ db }) => forgetOldNews(db),
  },
];
