/** Whether a code of the second factor is right; a code that was right is used up. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, giveBackTry, type RateLimit } from "../session/rate-limit.ts";
import { plainCode, recoveryLookup } from "./recovery-codes.ts";
import { type Mfa, takeRecoveryCode, takeStep } from "./store.ts";
import { stepOf } from "./totp.ts";

/** 10 wrong codes in 15 minutes (spec/sign-in#mfa). */
const limitOf = (accountId: string): RateLimit => ({
  key: `mfa ${accountId}`,
  tries: 10,
  windowSeconds: 15 * 60,
});

/**
 * Looks at a code within the limit of wrong ones: it is counted before it is looked at, so that
 * many at once get no more tries, and given back where it was right. Answers what `look` found.
 * @throws Refusal mfaWrong (where `look` finds null), tooManyTries
 */
export async function withinTries<T>(
  services: Services,
  { accountId, field }: { accountId: string; field: string },
  look: () => Promise<T | null>,
): Promise<T> {
  const limit = limitOf(accountId);
  await countTry(services, [limit]);
  const found = await look();
  if (found === null) throw new Refusal("mfaWrong", { field });
  await giveBackTry(services, limit);
  return found;
}

/** The secret in base32; null where the key that sealed it is lost. */
export function openSecret({ seal, log }: Services, mfa: Mfa): string | null {
  try {
    return seal.open(mfa.secretSealed);
  } catch (error) {
    log.error({ err: error }, "an MFA secret cannot be opened");
    return null;
  }
}

/**
 * Proves and uses up a code (TOTP or a recovery code) of an account that has MFA bound.
 * @throws Refusal mfaWrong, tooManyTries, mfaIssues
 */
export async function proveMfa(
  services: Services,
  mfa: Mfa,
  { accountId, typed, field }: { accountId: string; typed: string; field: string },
): Promise<void> {
  const { db, seal, world } = services;
  const code = plainCode(typed);
  await withinTries(services, { accountId, field }, async () => {
    const now = world.now();
    const lookup = recoveryLookup(seal, accountId, code);
    if (await takeRecoveryCode(db, { accountId, lookup, now: new Date(now) })) return true;
    const secret = openSecret(services, mfa);
    if (secret === null) throw new Refusal("mfaIssues");
    const step = stepOf(secret, code, now);
    if (step === null) return null;
    const { secretSealed } = mfa;
    return (await takeStep(db, { accountId, secretSealed, step })) || null;
  });
}
