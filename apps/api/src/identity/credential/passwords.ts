/** Password hashes: argon2id; those of other forms were imported, until their owner signs in. */
import { hash, verify } from "@node-rs/argon2";
import { foreignHashMatches } from "./foreign-hash.ts";

const ARGON2ID = 2;
/** 19 MiB, 2 passes. */
export const fullCost = { memoryCost: 19_456, timeCost: 2 };
/** The cost of a hash. Tests that do not measure time lower it, as they hash thousands. */
export const passwordCost = { ...fullCost };

/** A random password's hash, so that an unknown e-mail takes as long as a wrong password. */
const unknownPassword = ({ memoryCost, timeCost } = passwordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$dHVybnBpa2Utbm9ib2R5$dxkEHL8fT2o2h34LGXrn7wPYSNxiTlvqA1t0FnU7Xho`;

/** The PHC string of a password. Call it within a slot (`password-slots.ts`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { algorithm: ARGON2ID, parallelism: 1, ...passwordCost });
}

/** Whether a hash was made by another program, or at another cost than ours. */
export const isForeignHash = (phc: string): boolean =>
  ![passwordCost, fullCost].some(({ memoryCost, timeCost }) =>
    phc.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`),
  );

/** Whether the password is right; false without a hash, which takes just as long. */
export async function passwordMatches(phc: string | null, password: string): Promise<boolean> {
  if (phc !== null && isForeignHash(phc)) return foreignHashMatches(phc, password);
  const right = await verify(phc ?? unknownPassword(), password);
  return right && phc !== null;
}
