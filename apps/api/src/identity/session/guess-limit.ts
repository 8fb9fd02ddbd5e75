/**
 * Guesses of codes that are worth money (spec/cdkeys#redeeming, spec/money#promo-codes). Unknown
 * codes are counted before the refusal, outside the transaction, so the count survives its rollback
 * and concurrent guesses cannot exceed the limit. Whether a limit is reached is read where the code
 * was: a purchase that holds a connection needs no second one.
 */
import type { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import type { Db } from "../../platform/db/database.ts";
import { countTry, type RateLimit, refuseWhenReached } from "./rate-limit.ts";

/** 15 unknown codes an hour. */
export const guessLimit = (key: string): RateLimit => ({ key, tries: 15, windowSeconds: 3_600 });

/**
 * What belongs to a typed code; `unknown` if nothing does (null). Known codes are not counted, but
 * are refused too once a limit is reached, so that a guesser cannot learn which guess was right.
 * @throws Refusal tooManyTries, unknown
 */
export async function refuseGuesses<T>(
  services: Services,
  limits: RateLimit[],
  { db, found, unknown }: { db: Db; found: T | null; unknown: Refusal },
): Promise<T> {
  if (found === null) {
    await countTry({ ...services, db: services.autocommitDb }, limits);
    throw unknown;
  }
  await refuseWhenReached({ ...services, db }, limits);
  return found;
}
