/** What the clock starts for the whitelist. */
import { transaction } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Job } from "../../platform/jobs.ts";
import { removeExpired } from "./store.ts";

export const whitelistJobs: Job[] = [
  {
    // Gateways end an entry at its expiry themselves; this frees its address and its row.
    name: "whitelist-expired",
    everySeconds: 60,
    run: ({ db, world }) =>
      transaction(db, async (tx) => {
        const removed = await removeExpired(tx, new Date(world.now()), null);
        await recordChanges(
          tx,
          removed.map((id) => ({ kind: "whitelist", id })),
        );
      }),
  },
];
