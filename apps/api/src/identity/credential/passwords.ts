/** Passwords are kept as argon2id (19 MiB, 2 passes). */
import { hash, verify } from "@node-rs/argon2";

const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody has: an unknown e-mail costs the same time as a wrong password. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$dHVybnBpa2Utbm9ib2R5$dxkEHL8fT2o2h34LGXrn7wPYSNxiTlvqA1t0FnU7Xho";

/** The PHC string of a password. Call it within a slot (`password-slots.ts`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password is right; null as hash takes as long and is never right. */
export async function passwordMatches(phc: string | null, password: string): Promise<boolean> {
  const right = await verify(phc ?? NOBODY, password);
  return right && phc !== null;
}
