/** What the clock starts for mailed codes. */
import type { Job } from "../../platform/jobs.ts";
import { deleteCodes } from "./store.ts";

/** So long it is said that a code has expired, instead of that it is wrong. */
const KEPT_MS = 86_400_000;

export const mailCodeJobs: Job[] = [
  {
    name: "forget-mail-codes",
    everySeconds: 3600,
    run: ({ db, world }) => deleteCodes(db, new Date(world.now() - KEPT_MS)),
  },
];
