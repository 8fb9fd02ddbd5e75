/** Sends a `ping` at once, even to a disabled webhook, and does not retry it. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Delivery } from "@turnpike/contract/webhook.ts";
import { isDelivered, pingEvent, testsPerMinute } from "@turnpike/rules/webhook.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { ownWebhook } from "./change.ts";
import { countTests, findDelivery, insertTest } from "./store/deliveries.ts";
import { saveAttempt } from "./store/due.ts";
import { newEvent } from "./emit.ts";
import { presentDelivery } from "./present.ts";
import { lockWebhook, lockWebhooksOf, recordAttempt, type WebhookRow } from "./store/webhooks.ts";
import { sendAttempt } from "./attempt.ts";

const MINUTE_MS = 60_000;

/** Sends a test event. @throws Refusal webhookNotFound, tooManyTries */
export async function testWebhook(
  services: Services,
  { accountId, id }: { accountId: string; id: string },
): Promise<Delivery> {
  const { db, world } = services;
  const webhook = await ownWebhook(db, { accountId, id });
  const now = new Date(world.now());
  const ping = newEvent(services, { type: pingEvent, now, data: { webhookId: webhook.id } });
  const deliveryId = world.id();
  const { id: webhookId, url } = webhook;
  await transaction(db, async (tx) => {
    await lockWebhooksOf(tx, accountId);
    const since = new Date(now.getTime() - MINUTE_MS);
    if ((await countTests(tx, { accountId, event: pingEvent, since })) >= testsPerMinute)
      throw new Refusal("tooManyTries", { retryAfterSeconds: MINUTE_MS / 1_000 });
    // Deleted in the meantime.
    if (!(await lockWebhook(tx, webhookId))) throw new Refusal("webhookNotFound");
    await insertTest(tx, { id: deliveryId, webhookId, accountId, url, now, ...ping });
  });
  const attempt = await sendAttempt(services, { ...webhook, ...ping, tries: 0 });
  const delivered = isDelivered(attempt.status);
  await transaction(db, async (tx) => {
    if (delivered) await recordArrival(services, tx, webhook);
    await saveAttempt(tx, { id: deliveryId, tries: 0, attempt, delivered, nextTryAt: null });
  });
  const row = await findDelivery(db, { accountId, id: deliveryId });
  if (!row) throw new Refusal("webhookNotFound");
  return presentDelivery(row);
}

/** A successful test ends a failing state; a failed test does not start one. */
async function recordArrival(
  { world }: Services,
  tx: Parameters<typeof lockWebhook>[0],
  { id, url }: WebhookRow,
): Promise<void> {
  const now = await lockWebhook(tx, id);
  if (now?.url !== url) return;
  const at = new Date(world.now());
  await recordAttempt(tx, { id, at, delivered: true, failingSince: null, disabledBy: null });
}
