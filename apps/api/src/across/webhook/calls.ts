/** Calls for a customer's webhooks and their deliveries. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { webhookEvents } from "@turnpike/rules/webhook.ts";
import { transaction } from "../../platform/db/database.ts";
import { normalizedIds, isUuid } from "../../platform/db/uuid.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { addWebhook, changeWebhook, ownWebhook, readOrRenewSecret } from "./change.ts";
import { pageOfDeliveries } from "./store/deliveries.ts";
import { replay } from "./replay.ts";
import { presentDelivery, presentWebhook } from "./present.ts";
import { lockWebhooksOf, removeWebhooks, webhooksOf } from "./store/webhooks.ts";
import { testWebhook } from "./ping.ts";

type WebhookCalls = Pick<
  Handlers,
  | "webhooks"
  | "webhookAdd"
  | "webhookUp"
  | "webhookDel"
  | "webhookSecret"
  | "webhookTest"
  | "webhookDeliveries"
  | "webhookReplay"
>;

export function webhookCalls(services: Services): WebhookCalls {
  const { db } = services;
  return {
    webhooks: async (_question, { accountId }) => ({
      items: (await webhooksOf(db, accountId)).map(presentWebhook),
      events: [...webhookEvents],
    }),
    webhookAdd: (question, caller) => addWebhook(services, caller, question),
    webhookUp: (question, caller) => changeWebhook(services, caller, question),
    webhookDel: ({ ids: given }, { accountId }) =>
      transaction(db, async (tx) => {
        const ids = normalizedIds(given);
        await lockWebhooksOf(tx, accountId);
        const deleted = await removeWebhooks(tx, accountId, ids);
        if (deleted < ids.length) throw new Refusal("webhookNotFound");
        return { deleted };
      }),
    webhookSecret: (question, caller) => readOrRenewSecret(services, caller, question),
    webhookTest: ({ id }, { accountId }) => testWebhook(services, { accountId, id }),
    webhookDeliveries: async ({ page, limit, webhookId, ...wanted }, { accountId }) => {
      if (webhookId !== undefined) await ownWebhook(db, { accountId, id: webhookId });
      const fields = { accountId, webhookId, ...wanted };
      const found = await pageOfDeliveries(db, fields, { offset: (page - 1) * limit, limit });
      return { items: found.items.map(presentDelivery), total: found.total, page, limit };
    },
    webhookReplay: async ({ ids, webhookId, since }, { accountId }) => {
      if (ids?.some((id) => !isUuid(id))) throw new Refusal("deliveryNotFound");
      return { replayed: await replay(services, accountId, { ids, webhookId, since }) };
    },
  };
}
