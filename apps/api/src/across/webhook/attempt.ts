/** One attempt of a delivery: signs, sends, and records the outcome. */
import {
  isDelivered,
  retryAfterMs,
  type DisableReason,
  switchesOff,
} from "@turnpike/rules/webhook.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type Attempt, failWaiting } from "./store/deliveries.ts";
import { type DueDelivery, saveAttempt } from "./store/due.ts";
import { send } from "./send.ts";
import { signedHeaders } from "./sign.ts";
import { lockWebhook, recordAttempt, type WebhookRow } from "./store/webhooks.ts";
import { lockContacts } from "../../identity/account/store/contacts.ts";
import { queueMail } from "../../platform/mail/queue.ts";

/** The mails that tell the owner that a webhook was disabled automatically. */
const mails = { failing: "webhookFailing", gone: "webhookGone" } as const;

/** Queues the mail unless the account is closed or disabled. */
async function mailDisabled(
  services: Services,
  tx: Tx,
  { webhook, why }: { webhook: Pick<WebhookRow, "accountId" | "url">; why: DisableReason },
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

type SignedDelivery = Pick<
  DueDelivery,
  | "accountId"
  | "url"
  | "eventId"
  | "body"
  | "tries"
  | "sealedSecret"
  | "sealedPrevious"
  | "previousUntil"
>;

/** Signs and sends a delivery. A secret that cannot be decrypted fails the attempt. */
export async function sendAttempt(services: Services, given: SignedDelivery): Promise<Attempt> {
  const at = new Date(services.world.now()).toISOString();
  let headers: Record<string, string>;
  try {
    headers = signedHeaders(services, given, given);
  } catch (err) {
    services.log.error({ err, event: given.eventId }, "webhook secret cannot be decrypted");
    return { at, status: 0, ms: 0, error: "the delivery cannot be signed", answer: "" };
  }
  const { accountId, url, body, tries } = given;
  const turn = Math.max(0, tries - 1);
  return { at, ...(await send(services, { accountId, url, headers, body, turn })) };
}

/** Attempts a claimed delivery and records the outcome. */
export async function attemptDelivery(services: Services, due: DueDelivery): Promise<void> {
  const attempt = await sendAttempt(services, due);
  const outcome = await transaction(services.db, (tx) =>
    recordOutcome(services, tx, { due, attempt }),
  );
  if (outcome) services.metrics.countWebhookAttempts(outcome);
}

export type Outcome = "delivered" | "retried" | "failed";

/** Records the outcome; null if the webhook is gone or another process claimed the delivery. */
async function recordOutcome(
  services: Services,
  tx: Tx,
  { due, attempt }: { due: DueDelivery; attempt: Attempt },
): Promise<Outcome | null> {
  // Lock the webhook before its deliveries, in the same order as disabling it does.
  const webhook = await lockWebhook(tx, due.webhookId);
  if (!webhook) return null;
  const now = services.world.now();
  const { id, tries } = due;
  const delivered = isDelivered(attempt.status);
  // If the address changed in the meantime, this attempt does not count against the webhook.
  const urlChanged = webhook.url !== due.url;
  const failingSince = delivered ? null : (webhook.failingSince ?? new Date(now));
  const disabledBy =
    delivered || urlChanged ? null : disableReason(attempt, { tries, failingSince, now });
  const wait = retryAfterMs(tries, fraction(services));
  const isFinal = delivered || wait === null || disabledBy !== null || webhook.disabledBy !== null;
  const nextTryAt = isFinal ? null : new Date(now + wait);
  if (!(await saveAttempt(tx, { id, tries, attempt, delivered, nextTryAt }))) return null;
  if (!urlChanged) {
    await recordAttempt(tx, {
      id: webhook.id,
      at: new Date(now),
      delivered,
      failingSince,
      disabledBy,
    });
  }
  if (disabledBy !== null && webhook.disabledBy === null) {
    await failWaiting(tx, webhook.id);
    await mailDisabled(services, tx, { webhook, why: disabledBy });
  }
  if (delivered) return "delivered";
  return isFinal ? "failed" : "retried";
}

function disableReason(
  { status }: Attempt,
  {
    tries,
    failingSince,
    now,
  }: {
    tries: number;
    failingSince: Date | null;
    now: number;
  },
): DisableReason | null {
  return switchesOff({ status, tries, failingSince: failingSince?.getTime() ?? now, now });
}

/** A random number in [0, 1). */
function fraction({ world }: Services): number {
  return world.random(4).readUInt32BE() / 2 ** 32;
}
