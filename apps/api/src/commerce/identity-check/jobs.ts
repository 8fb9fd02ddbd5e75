/** Deletes documents after their days (spec/identity#documents). */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Job } from "../../platform/jobs.ts";
import { deleteOldDocuments } from "./store/documents.ts";

/** An upload that takes longer has broken off. */
const ARRIVING_MS = 3_600_000;

export const identityJobs: Job[] = [
  {
    name: "delete-identity-documents",
    everySeconds: 600,
    run: ({ db, world, env }) => {
      const now = world.now();
      const decided = new Date(now - env.IDENTITY_KEEP_DAYS * dayMs);
      return deleteOldDocuments(db, { decided, broken: new Date(now - ARRIVING_MS) });
    },
  },
];
