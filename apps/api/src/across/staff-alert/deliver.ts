/** Sends the messages that are due; a failed one is retried as webhooks are. */
import { retryAfterMs } from "@turnpike/rules/webhook.ts";
import type { Services } from "../../platform/services.ts";
import { sendAlert } from "./send.ts";
import { claimAlerts, deleteDeliveries, type DueAlert, saveDelivery } from "./store/deliveries.ts";
import { saveOutcome } from "./store/targets.ts";

const AT_ONCE = 10;
/** Of a run; the next one goes on. */
const ROUNDS = 10;
/** Longer than an attempt. */
const LEASE_SECONDS = 60;
const KEPT_MS = 30 * 86_400_000;

export async function deliverAlerts(services: Services): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const now = new Date(services.world.now());
    const due = await claimAlerts(services.db, {
      now,
      limit: AT_ONCE,
      leaseSeconds: LEASE_SECONDS,
    });
    if (due.length === 0) return;
    await Promise.all(due.map((one) => attempt(services, one)));
  }
}

async function attempt(services: Services, alert: DueAlert): Promise<void> {
  const { db, world } = services;
  const error = await sendAlert(services, alert);
  const wait = error === "" ? null : retryAfterMs(alert.tries, Math.random());
  const at = new Date(world.now());
  const dueAt = wait === null ? null : new Date(at.getTime() + wait);
  await saveDelivery(db, { id: alert.id, dueAt, error });
  await saveOutcome(db, { id: alert.targetId, at, error });
}

export const deleteOldAlerts = ({ db, world }: Services): Promise<void> =>
  deleteDeliveries(db, new Date(world.now() - KEPT_MS));
