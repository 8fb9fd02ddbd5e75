/** Checks codes of the second factor and uses right ones up. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, uncountTry, type RateLimit } from "../session/rate-limit.ts";
import { plainCode, recoveryLookups } from "./recovery-codes.ts";
import { isRecoveryCode, type Mfa, takeRecoveryCode, takeStep } from "./store.ts";
import { stepOf } from "./totp.ts";

/** 10 wrong codes in 15 minutes (spec/sign-in#mfa). */
const limitOf = (accountId: string): RateLimit => ({
  key: `mfa ${accountId}`,
  tries: 10,
  windowSeconds: 15 * 60,
});

/**
 * Checks a code within the limit of wrong ones. The try is counted before the check, so that
 * concurrent calls get no extra tries, and uncounted unless the code was wrong. A right code that
 * was used before is refused like a wrong one but does not count: several calls may have sent it at
 * once. Returns the result of `check`.
 * @throws Refusal mfaWrong (if `check` returns null or "used"), tooManyTries
 */
export async function withTryLimit<T>(
  services: Services,
  { accountId, field }: { accountId: string; field: string },
  check: () => Promise<T | "used" | null>,
): Promise<T> {
  const limit = limitOf(accountId);
  await countTry(services, [limit]);
  const found = await check();
  if (found !== null) await uncountTry(services, limit);
  if (found === null || found === "used") throw new Refusal("mfaWrong", { field });
  return found;
}

/** The secret in base32; null if the key that sealed it is lost. */
export function openSecret({ seal, log }: Services, mfa: Mfa): string | null {
  try {
    return seal.open(mfa.secretSealed);
  } catch (error) {
    log.error({ err: error }, "mfa secret open failed");
    return null;
  }
}

/**
 * Checks and uses up a code (TOTP or recovery code) of an account that has MFA bound.
 * @throws Refusal mfaWrong, tooManyTries, mfaIssues
 */
export async function proveMfa(
  services: Services,
  mfa: Mfa,
  { accountId, typed, field }: { accountId: string; typed: string; field: string },
): Promise<void> {
  const { db, seal, world } = services;
  const code = plainCode(typed);
  await withTryLimit(services, { accountId, field }, async () => {
    const now = world.now();
    const lookups = recoveryLookups(seal, accountId, code);
    if (await takeRecoveryCode(db, { accountId, lookups, now: new Date(now) })) return true;
    if (await isRecoveryCode(db, { accountId, lookups })) return "used";
    const secret = openSecret(services, mfa);
    if (secret === null) throw new Refusal("mfaIssues");
    const step = stepOf(secret, code, now);
    if (step === null) return null;
    const { secretSealed } = mfa;
    return (await takeStep(db, { accountId, secretSealed, step })) || "used";
  });
}
