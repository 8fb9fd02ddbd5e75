/**
 * Requires the second factor for sensitive calls (spec/sign-in#guarded-calls, spec/quality#a7,
 * spec/quality#a8).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type Caller, personOf } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { proveMfa } from "./prove.ts";
import { findMfa } from "./store.ts";

/** Whether the account has MFA bound. */
export async function mfaBound(db: Services["db"], accountId: string): Promise<boolean> {
  return (await findMfa(db, accountId))?.bound ?? false;
}

/**
 * Passes if MFA is not bound, or if the code (TOTP or recovery code) is right. A right code is used
 * up at once, in a separate transaction, and stays used if a refusal follows. Call it after all
 * checks that precede 460/461 (spec/api#refusal-order), and before changing anything.
 * @throws Refusal mfaNeeded, mfaWrong, tooManyTries, mfaIssues (the secret cannot be opened)
 */
export async function requireMfa(
  services: Services,
  request: { accountId: string; mfaCode: string | undefined },
): Promise<void> {
  const { accountId, mfaCode } = request;
  const autocommitServices = { ...services, db: services.autocommitDb };
  const mfa = await findMfa(autocommitServices.db, accountId);
  if (!mfa?.bound) return;
  const field = "mfaCode";
  if (mfaCode === undefined) throw new Refusal("mfaNeeded", { field });
  await proveMfa(autocommitServices, mfa, { accountId, typed: mfaCode, field });
}

/** Requests whose code was accepted and used up, although their transaction may run again. */
const proved = new WeakSet<Caller>();

/**
 * `requireMfa` for work within a transaction that may be retried after a serialization failure:
 * each request checks its code once.
 * @throws Refusal mfaNeeded, mfaWrong, tooManyTries, mfaIssues
 */
export async function requireMfaOnce(
  services: Services,
  caller: Caller,
  mfaCode: string | undefined,
): Promise<void> {
  if (proved.has(caller)) return;
  await requireMfa(services, { accountId: personOf(caller), mfaCode });
  proved.add(caller);
}
