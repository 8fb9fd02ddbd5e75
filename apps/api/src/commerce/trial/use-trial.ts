/**
 * Trials: once for an account, and for its mailbox, its cards and its identity where it has them
 * (spec/money#trials).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { untaggedMailbox } from "@turnpike/rules/same-mailbox.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import { emailStatusOf } from "../../identity/account/verified-email.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { insertTrialKeys, isTrialKeyUsed } from "./store.ts";

/** Only keyed hashes are kept, which stay when the account is closed. */
const keyOf = ({ seal }: Services, text: string) => seal.lookup("trial", text);
const formsOf = ({ seal }: Services, text: string) => seal.lookups("trial", text);
const accountKey = (accountId: string) => `account ${accountId}`;

/**
 * Uses up the trial of an account, in the transaction of its order.
 * @throws Refusal trialNeedsProof, trialUsed
 */
export async function useTrial(services: Services, tx: Tx, accountId: string): Promise<void> {
  if (!(await emailStatusOf(tx, accountId)).verified) throw new Refusal("trialNeedsProof");
  const { to } = await contactOf(tx, accountId);
  const texts = [accountKey(accountId), `mailbox ${untaggedMailbox(to)}`];
  for (const personKeys of services.modules.personKeys)
    texts.push(...(await personKeys(tx, accountId)));
  const keys = [...new Set(texts)].map((text) => keyOf(services, text));
  const now = new Date(services.world.now());
  // Also in the forms that they had before the installation's key changed.
  const before = texts.flatMap((text) => formsOf(services, text).slice(1));
  if (before.length > 0 && (await isTrialKeyUsed(tx, before))) throw new Refusal("trialUsed");
  if (!(await insertTrialKeys(tx, { keys, now }))) throw new Refusal("trialUsed");
}

/** Whether the account itself has had its trial: then none is offered to it any more. */
export const hasUsedTrial = (services: Services, accountId: string): Promise<boolean> =>
  isTrialKeyUsed(services.db, formsOf(services, accountKey(accountId)));
