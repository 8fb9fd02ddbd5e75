/**
 * Writes events into the outbox of webhooks, in the transaction of what they tell of: neither exists
 * without the other, and a fact that happens once is told once.
 */
import type { WebhookData } from "@turnpike/contract/webhook-events.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { insertDeliveries } from "./delivery-store.ts";

/** An event with its own data. */
export type Emitted = { [E in WebhookEvent]: { event: E; data: WebhookData[E] } }[WebhookEvent];

/** Tells an account's webhooks of one thing. */
export function emitEvent(
  services: Services,
  tx: Tx,
  { accountId, ...what }: Emitted & { accountId: string },
): Promise<void> {
  return emitEvents(services, tx, accountId, [what as Emitted]);
}

/** Tells an account's webhooks of several things that happened at once. */
export async function emitEvents(
  services: Services,
  tx: Tx,
  accountId: string,
  emitted: Emitted[],
): Promise<void> {
  if (emitted.length === 0) return;
  const now = new Date(services.world.now());
  const events = emitted.map(({ event, data }) => newEvent(services, { type: event, now, data }));
  await insertDeliveries(tx, { accountId, events, now });
}

/** An id of its own and the body as it is sent. */
export function newEvent(
  { world }: Pick<Services, "world">,
  { type, now, data }: { type: string; now: Date; data: object },
) {
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  return { eventId: `msg_${world.id().replaceAll("-", "")}`, event: type, body };
}
