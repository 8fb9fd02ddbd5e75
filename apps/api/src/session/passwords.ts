/**
 * Passwords are kept as argon2id (19 MiB, 2 passes). Hashing is dear, so only a few run at once and
 * only so many wait: other calls stay quick while somebody stuffs passwords.
 */
import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "@turnpike/contract/refusals.ts";

const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING_AT_MOST = 512;

/** Of a password that nobody has: an unknown e-mail costs the same time as a wrong password. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$dHVybnBpa2Utbm9ib2R5$dxkEHL8fT2o2h34LGXrn7wPYSNxiTlvqA1t0FnU7Xho";

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs `work` when a slot is free, in order of arrival.
 * Refuses with `tooManyTries` when too many wait already.
 */
export async function inPasswordSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) {
      throw new Refusal("tooManyTries", { retryAfterSeconds: 5 });
    }
    // Whoever leaves hands the slot over: `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The PHC string of a password. Call it within a slot. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password is right; null as hash takes as long and is never right. */
export async function passwordMatches(phc: string | null, password: string): Promise<boolean> {
  const right = await verify(phc ?? NOBODY, password);
  return right && phc !== null;
}
