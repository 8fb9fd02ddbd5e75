/** Creates and changes webhooks; changing the address and seeing the secret require MFA. */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { webhookAdd, webhookSecret, webhookUp } from "@turnpike/contract/webhook.ts";
import { maxWebhooks, previousSecretMs } from "@turnpike/rules/webhook.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import { requireMfa } from "../../identity/mfa/require.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvent } from "../../identity/session/record-event.ts";
import { failWaiting } from "./store/deliveries.ts";
import { readAddress } from "./policy.ts";
import { presentWebhook } from "./present.ts";
import { newSecret } from "./sign.ts";
import {
  countWebhooks,
  findWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooksOf,
  renewSecret,
  updateWebhook,
  type WebhookRow,
} from "./store/webhooks.ts";

/** Finds the account's own webhook. @throws Refusal webhookNotFound */
export async function ownWebhook(
  db: Db,
  of: { accountId: string; id: string },
): Promise<WebhookRow> {
  const row = await findWebhook(db, of);
  if (!row) throw new Refusal("webhookNotFound");
  return row;
}

/** @throws Refusal badWebhookUrl, internalWebhookUrl */
function validateUrl(services: Services, url: string): void {
  const read = readAddress(services, url);
  if (!read.ok) throw new Refusal(read.why, { field: "url" });
}

/** @throws Refusal badWebhookUrl, internalWebhookUrl, mfaNeeded, mfaWrong, tooManyWebhooks */
export async function addWebhook(
  services: Services,
  caller: Caller,
  { url, events = [], description = "", mfaCode }: CallRequest<typeof webhookAdd>,
): Promise<CallResponse<typeof webhookAdd>> {
  const { accountId } = caller;
  validateUrl(services, url);
  await requireMfa(services, { accountId: personOf(caller), mfaCode });
  return transaction(services.db, async (tx) => {
    await lockOpenAccount(tx, accountId);
    await lockWebhooksOf(tx, accountId);
    if ((await countWebhooks(tx, accountId)) >= maxWebhooks) throw new Refusal("tooManyWebhooks");
    const secret = newSecret(services);
    const sealedSecret = services.seal.seal(secret);
    const id = services.world.id();
    const createdAt = new Date(services.world.now());
    await insertWebhook(tx, { id, accountId, url, description, events, sealedSecret, createdAt });
    await recordEvent(services, tx, caller, { event: "webhookAdded" });
    return { ...presentWebhook(await ownWebhook(tx, { accountId, id })), secret };
  });
}

/**
 * Changes the given fields. Waiting deliveries fail if it is disabled, and use a new address.
 * @throws Refusal badWebhookUrl, internalWebhookUrl, mfaNeeded, mfaWrong, webhookNotFound
 */
export async function changeWebhook(
  services: Services,
  caller: Caller,
  question: CallRequest<typeof webhookUp>,
): Promise<CallResponse<typeof webhookUp>> {
  const { id, url, mfaCode } = question;
  const of = { accountId: caller.accountId, id };
  if (url !== undefined) validateUrl(services, url);
  const before = await findWebhook(services.db, of);
  const urlChanges = url !== undefined && url !== before?.url;
  if (urlChanges) await requireMfa(services, { accountId: personOf(caller), mfaCode });
  return transaction(services.db, async (tx) => {
    const row = await lockOwnWebhook(tx, of);
    // Read again under the lock: another call may have changed it while MFA was checked.
    if (url !== undefined && url !== row.url && !urlChanges)
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    if (urlChanges) await recordEvent(services, tx, caller, { event: "webhookMoved" });
    await updateWebhook(tx, applyChanges(row, question));
    if (question.enabled === false) await failWaiting(tx, row.id);
    return presentWebhook(await ownWebhook(tx, of));
  });
}

/** Locks the account's own webhook until the transaction ends. */
async function lockOwnWebhook(tx: Tx, of: { accountId: string; id: string }): Promise<WebhookRow> {
  const { id } = await ownWebhook(tx, of);
  await lockWebhook(tx, id);
  return ownWebhook(tx, of);
}

function applyChanges(row: WebhookRow, question: CallRequest<typeof webhookUp>): WebhookRow {
  const { url = row.url, events = row.events, description = row.description, enabled } = question;
  const resetsFailures = url !== row.url || (enabled === true && row.disabledBy !== null);
  const failingSince = resetsFailures ? null : row.failingSince;
  const off = enabled === false ? (row.disabledBy ?? "owner") : row.disabledBy;
  const disabledBy = enabled === true ? null : off;
  return { ...row, url, events, description, failingSince, disabledBy };
}

/**
 * Returns the secret, renewing it first if requested.
 * @throws Refusal mfaNeeded, mfaWrong, webhookNotFound
 */
export async function readOrRenewSecret(
  services: Services,
  caller: Caller,
  { id, renew = false, mfaCode }: CallRequest<typeof webhookSecret>,
): Promise<CallResponse<typeof webhookSecret>> {
  const { seal, world } = services;
  const of = { accountId: caller.accountId, id };
  await requireMfa(services, { accountId: personOf(caller), mfaCode });
  return transaction(services.db, async (tx) => {
    const row = await lockOwnWebhook(tx, of);
    if (renew) {
      const until = new Date(world.now() + previousSecretMs);
      await renewSecret(tx, { id: row.id, sealedSecret: seal.seal(newSecret(services)), until });
      await recordEvent(services, tx, caller, { event: "webhookSecretRenewed" });
    }
    const now = renew ? await ownWebhook(tx, of) : row;
    const previousUntil = now.previousUntil?.getTime() ?? 0;
    return {
      secret: seal.open(now.sealedSecret),
      previousUntil: previousUntil > world.now() ? new Date(previousUntil).toISOString() : null,
    };
  });
}
