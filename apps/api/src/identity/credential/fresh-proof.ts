/**
 * A fresh proof of identity before a change of credentials, so that a stolen session cannot take
 * the account over (spec/sign-in#fresh-proof).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf } from "../account/addresses.ts";
import { wasRegisteredSince } from "../account/store/account.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { type ProvedCode, proveCode, useCode } from "../mail-code/prove.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import { signedInSince } from "../session/store/login-event.ts";
import { isMfaUnproved } from "../undo/unproved.ts";
import { proveOwner } from "./prove-password.ts";

export interface ProofFields {
  password?: string | undefined;
  confirmCode?: string | undefined;
  mfaCode?: string | undefined;
}

export interface FreshProof {
  /** False if only a session was proved: MFA bound that way counts no more than the session. */
  proved: boolean;
  /**
   * Uses up a mailed code, within the transaction of the change, after the account's row is locked.
   * @throws Refusal codeUsedUp, mfaNeeded (if MFA was bound in the meantime)
   */
  use: (tx: Tx) => Promise<void>;
}

/** The first part of `proveFresh`: refuses a missing field before other fields are checked. */
export async function refuseWithoutProof(
  services: Services,
  caller: Caller,
  { password, confirmCode }: ProofFields,
): Promise<void> {
  if (password !== undefined || confirmCode !== undefined) return;
  if (!(await mfaBound(services.db, personOf(caller))))
    throw new Refusal("missingField", { field: "password" });
}

/**
 * Proves identity by `mfaCode` if MFA is bound, else by the password or a code mailed to the
 * account's e-mail.
 * @throws Refusal missingField (password), wrongPassword, wrongCode, codeExpired, codeUsedUp,
 *   tooManyTries, mfaNeeded, mfaWrong, mfaIssues
 */
export async function proveFresh(
  services: Services,
  caller: Caller,
  fields: ProofFields,
): Promise<FreshProof> {
  const accountId = personOf(caller);
  await refuseWithoutProof(services, caller, fields);
  if (await mfaBound(services.db, accountId)) {
    await requireMfa(services, { accountId, mfaCode: fields.mfaCode });
    const proved = !(await isMfaUnproved(services, services.db, accountId));
    return { proved, use: async () => undefined };
  }
  const proved = await proveWithoutMfa(services, caller, fields);
  return {
    proved: true,
    use: async (tx) => {
      if (await mfaBound(tx, accountId)) throw new Refusal("mfaNeeded", { field: "mfaCode" });
      if (proved) await useCode(services, tx, proved);
    },
  };
}

/** Proofs of requests whose transaction may run again. */
const proofs = new WeakMap<Caller, FreshProof>();

/**
 * `proveFresh` for work within a transaction that may be retried after a serialization failure:
 * each request proves once, outside of the transaction.
 * @throws Refusal those of `proveFresh`
 */
export async function proveFreshOnce(
  services: Services,
  caller: Caller,
  fields: ProofFields,
): Promise<FreshProof> {
  const autocommitServices = { ...services, db: services.autocommitDb };
  const proof = proofs.get(caller) ?? (await proveFresh(autocommitServices, caller, fields));
  proofs.set(caller, proof);
  return proof;
}

const JUST_REGISTERED_MS = 15 * 60_000;

/**
 * The proof required to bind MFA: MFA codes are proofs afterwards, so a stolen session must not
 * bind it, however new it is. An account registered just now needs no proof; what its MFA codes
 * prove then counts as unproved (`undo/unproved.ts`).
 * @throws Refusal missingField (password), wrongPassword, wrongCode, codeExpired, codeUsedUp,
 *   tooManyTries
 */
export async function proveBeforeMfa(
  services: Services,
  caller: Caller,
  fields: ProofFields,
): Promise<FreshProof> {
  const isGiven = fields.password !== undefined || fields.confirmCode !== undefined;
  if (!isGiven && (await hasJustRegistered(services, caller)))
    return { proved: false, use: async () => undefined };
  if (!isGiven) throw new Refusal("missingField", { field: "password" });
  const proved = await proveWithoutMfa(services, caller, fields);
  return {
    proved: true,
    use: async (tx) => {
      if (proved) await useCode(services, tx, proved);
    },
  };
}

async function hasJustRegistered(services: Services, caller: Caller): Promise<boolean> {
  const { accountId, sessionId } = caller;
  const { db, world } = services;
  const since = new Date(world.now() - JUST_REGISTERED_MS);
  const isNew = await wasRegisteredSince(db, { accountId, since });
  return isNew && signedInSince(db, { accountId, sessionId, since });
}

/** Returns the mailed code if one was proved, null for a password. */
async function proveWithoutMfa(
  services: Services,
  caller: Caller,
  { password, confirmCode }: ProofFields,
): Promise<ProvedCode | null> {
  const { ip } = caller;
  const accountId = personOf(caller);
  if (password !== undefined) {
    await proveOwner(services, { accountId, password, ip });
    return null;
  }
  const { email: address } = await addressesOf(services.db, accountId);
  const code = confirmCode ?? "";
  const field = "confirmCode";
  return proveCode(services, { scene: "confirm", address, code, accountId, field });
}
