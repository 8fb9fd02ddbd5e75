/** Scheduled jobs of mailed codes. */
import type { Job } from "../../platform/jobs.ts";
import { deleteCodes } from "./store.ts";

/** How long an expired code is refused as expired rather than as wrong. */
const KEPT_MS = 86_400_000;

export const mailCodeJobs: Job[] = [
  {
    name: "delete-mail-codes",
    everySeconds: 3600,
    run: ({ db, world }) => deleteCodes(db, new Date(world.now() - KEPT_MS)),
  },
];
