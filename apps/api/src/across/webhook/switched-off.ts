/** Mails the owner that a webhook was disabled automatically. */
import type { SwitchOff } from "@turnpike/rules/webhook.ts";
import { lockContacts } from "../../identity/account/store/contacts.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { WebhookRow } from "./store/webhooks.ts";

const mails = { failing: "webhookFailing", gone: "webhookGone" } as const;

/** Queues the mail, unless the account is being closed or is disabled. */
export async function mailSwitchedOff(
  services: Services,
  tx: Tx,
  { webhook, why }: { webhook: Pick<WebhookRow, "accountId" | "url">; why: SwitchOff },
): Promise<void> {
  const [contact] = await lockContacts(tx, [webhook.accountId]);
  if (!contact || contact.disabled) return;
  await queueMail(services, tx, {
    to: contact.email,
    lang: contact.lang,
    mail: mails[why],
    values: {
      address: webhook.url,
      url: `${services.env.publicUrl}/cli/setting?tab=developers`,
    },
  });
}
