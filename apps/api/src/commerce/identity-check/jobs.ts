/** Deletes documents after their days (spec/identity#documents). */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { identityProvider } from "./session.ts";
import { deleteOldDocuments } from "./store/documents.ts";
import { claimRedactions, deleteRedaction, queueDecided } from "./store/redactions.ts";

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
  { name: "redact-identity-checks", everySeconds: 600, run: redactChecks },
];

/** Redactions of one run, and how often one is tried: some days. */
const AT_ONCE = 20;
const MAX_TRIES = 100;

/** Has providers delete what they know of checks after the days of documents. */
async function redactChecks(services: Services): Promise<void> {
  const { db, env, log, world } = services;
  const now = world.now();
  await queueDecided(db, new Date(now - env.IDENTITY_KEEP_DAYS * dayMs));
  const times = { now: new Date(now), nextAt: new Date(now + ARRIVING_MS), limit: AT_ONCE };
  for (const { ref, tries } of await claimRedactions(db, times)) {
    try {
      const provider = identityProvider(services);
      if (!provider) throw new Error("Stripe is not set up");
      await provider.redact(ref);
      await deleteRedaction(db, ref);
    } catch (error) {
      log.warn({ err: error, ref, tries }, "identity not deleted at the provider");
      if (tries >= MAX_TRIES) await deleteRedaction(db, ref);
    }
  }
}
