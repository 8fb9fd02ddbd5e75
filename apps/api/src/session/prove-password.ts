/** Password checks, at sign-in and before what cannot be taken back (contract §1, §16). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type Credentials, credentialsByEmail, credentialsById } from "../account/register.ts";
import { nilUuid } from "../db/uuid.ts";
import type { Services } from "../services.ts";
import { signInLimits } from "./limits.ts";
import { cameFrom } from "./log-store.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { passwordMatches } from "./passwords.ts";
import { countTry, giveBackTry, type Limit, refuseWhenReached } from "./throttle.ts";

/** Where the holder signed in from within so long is known. */
const KNOWN_MS = 90 * 86_400_000;

/**
 * The account whose e-mail and password these are. An unknown e-mail and a wrong password are told
 * apart neither by words nor by time; `tooManyTries` comes before the password is looked at.
 */
export async function proveByEmail(
  services: Services,
  given: { email: string; password: string },
  ip: string,
): Promise<Credentials> {
  const known = await credentialsByEmail(services.db, given.email);
  return prove(services, { ...given, ip, field: "password", known });
}

/**
 * Proves that who is signed in knows the password; counted with the failures of sign-in.
 * @throws Refusal wrongPassword (at `field`), tooManyTries
 */
export async function proveOwner(
  services: Services,
  given: { accountId: string; password: string; ip: string; field?: string },
): Promise<Credentials> {
  const known = await credentialsById(services.db, given.accountId);
  if (!known) throw new Refusal("sessionInvalid");
  const { password, ip, field = "password" } = given;
  return prove(services, { email: known.email, password, ip, field, known });
}

interface Asked {
  email: string;
  password: string;
  ip: string;
  field: string;
  /** Null for an e-mail that nobody has: it takes the same path. */
  known: Credentials | null;
}

async function prove(services: Services, asked: Asked): Promise<Credentials> {
  const { known, password, field } = asked;
  const limits = await limitsFor(services, asked);
  // Refused before the wait for a slot: who stuffs passwords does not hold up the others.
  await refuseWhenReached(services, limits);
  return inPasswordSlot(networkOf(asked.ip), async () => {
    // Counted before it is looked at: of many at once no more than allowed are.
    await countTry(services, limits);
    const right = await passwordMatches(known?.passwordHash ?? null, password);
    if (!known || !right) throw new Refusal("wrongPassword", { field });
    for (const limit of limits) await giveBackTry(services, limit);
    return known;
  });
}

async function limitsFor({ db, world }: Services, asked: Asked): Promise<Limit[]> {
  const { email, ip } = asked;
  const known = await cameFrom(db, {
    accountId: asked.known?.accountId ?? nilUuid,
    network: networkOf(ip),
    since: new Date(world.now() - KNOWN_MS),
  });
  return signInLimits({ ip, email, known });
}
