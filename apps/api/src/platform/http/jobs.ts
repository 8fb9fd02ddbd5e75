import { sql } from "kysely";
import type { Job } from "../jobs.ts";
import { KEEP_DAYS } from "./idempotency.ts";

const DAY_MS = 86_400_000;

export const requestJobs: Job[] = [
  {
    name: "request-forget",
    everySeconds: 3600,
    run: async ({ db, world }) => {
      const before = new Date(world.now() - KEEP_DAYS * DAY_MS);
      await sql`delete from request_effect where at < ${before}`.execute(db);
    },
  },
];
