/** Scheduled jobs of webhooks. */
import { deliveryRetentionMs, maxPendingDeliveries } from "@turnpike/rules/webhook.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { deliverWebhooks } from "./deliver.ts";
import { dropExcess, failDeliveriesOfDisabled, deleteDeliveriesBefore } from "./store/due.ts";

const ROWS_AT_ONCE = 5_000;
const ROUNDS = 200;

async function dropOldest({ db, metrics, log }: Services): Promise<void> {
  const dropped = await dropExcess(db, maxPendingDeliveries);
  if (dropped === 0) return;
  metrics.countWebhookAttempts("dropped", dropped);
  log.warn({ dropped }, "webhook deliveries dropped: queue full");
}

async function failDisabled({ db }: Services): Promise<void> {
  await failDeliveriesOfDisabled(db);
}

async function deleteOld({ db, world }: Services): Promise<void> {
  const before = new Date(world.now() - deliveryRetentionMs);
  for (let round = 0; round < ROUNDS; round++) {
    if ((await deleteDeliveriesBefore(db, before, ROWS_AT_ONCE)) < ROWS_AT_ONCE) return;
  }
}

export const webhookJobs: Job[] = [
  { name: "drop-excess-deliveries", everySeconds: 30, run: dropOldest },
  { name: "fail-disabled-webhooks", everySeconds: 30, run: failDisabled },
  { name: "deliver-webhooks", everySeconds: 1, run: deliverWebhooks },
  { name: "delete-old-deliveries", everySeconds: 3_600, run: deleteOld },
];
