/** Password hashes: argon2id. */
import { hash, verify } from "@node-rs/argon2";

const ARGON2ID = 2;
/** 19 MiB, 2 passes. */
export const fullCost = { memoryCost: 19_456, timeCost: 2 };
/** What a hash costs. Tests that measure no time lower it: they hash thousands. */
export const passwordCost = { ...fullCost };

/** The hash of a random password, so that an unknown e-mail takes as long as a wrong password. */
const unknownPassword = ({ memoryCost, timeCost } = passwordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$dHVybnBpa2Utbm9ib2R5$dxkEHL8fT2o2h34LGXrn7wPYSNxiTlvqA1t0FnU7Xho`;

/** The PHC string of a password. Call it within a slot (`password-slots.ts`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { algorithm: ARGON2ID, parallelism: 1, ...passwordCost });
}

/** Whether the password is right. Without a hash this takes as long and is false. */
export async function passwordMatches(phc: string | null, password: string): Promise<boolean> {
  const right = await verify(phc ?? unknownPassword(), password);
  return right && phc !== null;
}
