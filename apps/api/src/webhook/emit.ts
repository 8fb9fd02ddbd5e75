/** Writes an event into the outbox of webhooks, in the transaction of what it tells of. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";

export async function emitEvent(
  _services: Services,
  _tx: Tx,
  _what: { accountId: string; event: WebhookEvent; data: Record<string, unknown> },
): Promise<void> {}
