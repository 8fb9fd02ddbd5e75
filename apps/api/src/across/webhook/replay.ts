/** Replays deliveries: the same event and `webhook-id`, starting over with all attempts. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxReplayedDeliveries } from "@turnpike/rules/webhook.ts";
import { transaction } from "../../platform/db/database.ts";
import { normalizedIds } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { ownWebhook } from "./change.ts";
import { failedSince, makeDue, webhooksOfDeliveries } from "./store/deliveries.ts";

interface ReplayRequest {
  ids?: string[] | undefined;
  webhookId?: string | undefined;
  since?: string | undefined;
}

/**
 * Replays the deliveries `ids`, whatever their outcome, or a webhook's oldest ones that failed
 * since an instant. Returns how many are due again.
 * @throws Refusal deliveryNotFound, webhookNotFound, webhookDisabled
 */
export async function replay(
  { db, world }: Services,
  accountId: string,
  { ids: requestedIds, webhookId, since }: ReplayRequest,
): Promise<number> {
  const now = new Date(world.now());
  return transaction(db, async (tx) => {
    if (requestedIds) {
      const ids = normalizedIds(requestedIds);
      const found = await webhooksOfDeliveries(tx, { accountId, ids });
      if (found.length < ids.length) throw new Refusal("deliveryNotFound", { field: "ids" });
      if (found.some(({ disabled }) => disabled)) throw new Refusal("webhookDisabled");
      return makeDue(tx, ids, now);
    }
    const webhook = await ownWebhook(tx, { accountId, id: webhookId ?? "" });
    if (webhook.disabledBy !== null) throw new Refusal("webhookDisabled");
    const failed = await failedSince(tx, {
      webhookId: webhook.id,
      since: new Date(since ?? 0),
      limit: maxReplayedDeliveries,
    });
    return makeDue(tx, failed, now);
  });
}
