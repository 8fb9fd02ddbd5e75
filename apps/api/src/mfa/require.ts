/** The second factor before what is sensitive (contract §1, §16; quality A7, A8). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../services.ts";
import { proveMfa } from "./prove.ts";
import { findMfa } from "./store.ts";

/** Whether the account has MFA bound. */
export async function mfaBound(db: Services["db"], accountId: string): Promise<boolean> {
  return (await findMfa(db, accountId))?.bound ?? false;
}

/**
 * Passes where MFA is not bound, or where the code (TOTP or a recovery code) is right; a code that
 * was right is used up at once, in a transaction of its own: a refusal that follows keeps it used.
 * Call it after what is checked before 460/461 (contract §16), and before anything is changed.
 * @throws Refusal mfaNeeded, mfaWrong, tooManyTries, mfaIssues (the secret cannot be opened)
 */
export async function requireMfa(
  services: Services,
  given: { accountId: string; mfaCode: string | undefined },
): Promise<void> {
  const { accountId, mfaCode } = given;
  const mfa = await findMfa(services.db, accountId);
  if (!mfa?.bound) return;
  const field = "mfaCode";
  if (mfaCode === undefined) throw new Refusal("mfaNeeded", { field });
  await proveMfa(services, mfa, { accountId, typed: mfaCode, field });
}
