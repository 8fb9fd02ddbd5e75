/** Creates and deletes API keys. */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { apiKeyAdd } from "@turnpike/contract/api-key.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxApiKeys } from "@turnpike/rules/api-key.ts";
import { remainingUnderCap } from "../account/cap.ts";
import { queueNotice } from "../account/notice.ts";
import { requireMfa } from "../mfa/require.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { newKey } from "./key.ts";
import { countKeys, deleteKeys, insertKey } from "./store.ts";

/**
 * Creates a key and notifies the account's holder by mail.
 * @throws Refusal badExpiry, mfaNeeded, mfaWrong, tooManyTries, sessionInvalid, tooMany
 */
export async function addKey(
  services: Services,
  caller: Caller,
  question: CallRequest<typeof apiKeyAdd>,
): Promise<{ id: string; key: string }> {
  const { world } = services;
  const { accountId } = caller;
  const { name, scopes, ips = [], maxCents = null, mfaCode } = question;
  const expiresAt = question.expiresAt === undefined ? null : new Date(question.expiresAt);
  if (expiresAt !== null && expiresAt.getTime() <= world.now())
    throw new Refusal("badExpiry", { field: "expiresAt" });
  await requireMfa(services, { accountId: personOf(caller), mfaCode });
  return transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    await remainingUnderCap(tx, {
      accountId,
      of: "api keys",
      limit: maxApiKeys,
      count: () => countKeys(tx, accountId, maxApiKeys),
    });
    const key = newKey(world);
    const id = world.id();
    const settings = { name, scopes, ips, maxCents, expiresAt };
    const memberId = caller.person?.memberId ?? null;
    const createdAt = new Date(world.now());
    await insertKey(tx, { id, accountId, createdAt, key, settings, memberId });
    await recordEvent(services, tx, caller, { event: "apiKeyAdded" });
    await queueNotice(services, tx, accountId, "apiKeyAdded", { name });
    return { id, key: key.key };
  });
}

/**
 * Deletes all of these keys or none; they are refused from the commit on.
 * @throws Refusal apiKeyNotFound
 */
export async function removeKeys(
  services: Services,
  caller: Caller,
  ids: string[],
): Promise<{ deleted: number }> {
  const unknown = new Refusal("apiKeyNotFound", { field: "ids" });
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!wanted.every(isUuid)) throw unknown;
  return transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    const deleted = await deleteKeys(tx, caller.accountId, wanted);
    if (deleted < wanted.length) throw unknown;
    await recordEvent(services, tx, caller, { event: "apiKeyDeleted" });
    return { deleted };
  });
}
