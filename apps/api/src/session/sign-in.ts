/** Sign-in by e-mail and password (contract §2). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type Credentials, credentialsByEmail } from "../account/register.ts";
import { transaction } from "../db/database.ts";
import type { Asker } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { signInLimits } from "./limits.ts";
import { openSession } from "./open-session.ts";
import { inPasswordSlot, passwordMatches } from "./passwords.ts";
import { countTry, refuseWhenReached } from "./throttle.ts";

/**
 * Answers the token and the account. An unknown e-mail and a wrong password are told apart neither
 * by words nor by time; `tooManyTries` comes before the password is looked at.
 */
export async function signIn(
  services: Services,
  given: { email: string; password: string },
  asker: Asker,
): Promise<{ token: string; accountId: string }> {
  const known = await inPasswordSlot(() => provePassword(services, given, asker.ip));
  if (known.disabled) throw new Refusal("accountDisabled");
  const token = await transaction(services.db, (tx) =>
    openSession(services, tx, { accountId: known.accountId, asker, event: "signin" }),
  );
  return { token, accountId: known.accountId };
}

async function provePassword(
  services: Services,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<Credentials> {
  const limits = signInLimits(ip, email);
  await refuseWhenReached(services, limits);
  const known = await credentialsByEmail(services.db, email);
  const right = await passwordMatches(known?.passwordHash ?? null, password);
  if (known && right) return known;
  await countTry(services, limits);
  throw new Refusal("wrongPassword", { field: "password" });
}
