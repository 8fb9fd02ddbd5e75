/**
 * Writes events into the webhook outbox, in the transaction that causes them, so that neither
 * exists without the other.
 */
import { lockedAccountRow } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Emitted } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { insertDeliveries } from "./store/deliveries.ts";

/** Writes an account's events into the outbox of its webhooks; does nothing if it had none when it was locked. */
export async function queueDeliveries(
  services: Services,
  tx: Tx,
  accountId: string,
  emitted: Emitted[],
): Promise<void> {
  if (lockedAccountRow(tx, accountId)?.has_webhooks === false) return;
  const now = new Date(services.world.now());
  const events = emitted.map(({ event, data }) => newEvent(services, { type: event, now, data }));
  await insertDeliveries(tx, { accountId, events, now });
}

/** Creates an event with its id and the body to send. */
export function newEvent(
  { world }: Pick<Services, "world">,
  { type, now, data }: { type: string; now: Date; data: object },
) {
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  return { eventId: `msg_${world.id().replaceAll("-", "")}`, event: type, body };
}
