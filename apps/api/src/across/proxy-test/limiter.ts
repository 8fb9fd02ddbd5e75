/** Limits proxy tests: how many at once, per account and per process, and with wrong passwords. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { inTurns } from "@turnpike/net/fair-slots.ts";
import { TokenBuckets } from "../../platform/token-buckets.ts";
import type { AttemptResult } from "./attempt.ts";

export const testsPerAccount = 3;
const testsInAll = 30;

/** Runs an account's tests; a test without a slot is refused at once. */
export const proxyTestSlots = () =>
  inTurns({
    limits: [testsInAll, testsPerAccount],
    queuePerKey: 0,
    shed: () => new Refusal("tooManyTries", { retryAfterSeconds: 1 }),
  });

/** Of an account: tests whose password was wrong. */
const wrongPasswords = { burst: 10, perHour: 120 };

/**
 * Runs a test of an account that has not tried too many wrong passwords: a hundred of one address in a
 * minute block names at the gateway that are new there, and all accounts' tests have this server's.
 * @throws Refusal tooManyTries
 */
export function limitWrongPasswords() {
  const tries = new TokenBuckets(wrongPasswords);
  return async (accountId: string, test: () => Promise<AttemptResult>): Promise<AttemptResult> => {
    if (!tries.takeAll(accountId, 1))
      throw new Refusal("tooManyTries", { retryAfterSeconds: tries.secondsUntil(accountId, 1) });
    const result = await test();
    if (result.reason !== "credentials") tries.giveBack(accountId, 1);
    return result;
  };
}
