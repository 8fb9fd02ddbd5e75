/** Password checks, at sign-in and before what cannot be taken back (spec/sign-in#credentials). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type Credentials, credentialsByEmail, credentialsById } from "../account/register.ts";
import type { Services } from "../../platform/services.ts";
import { judgeCode, type ProvedCode } from "../mail-code/prove.ts";
import { ownerLimits, signInLimits } from "./rate-limits.ts";
import { isKnownNetwork } from "../session/known-network.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { passwordMatches } from "./passwords.ts";
import { countTry, giveBackTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";

/**
 * The account whose e-mail and password these are. An unknown e-mail and a wrong password are told
 * apart neither by words nor by time; `tooManyTries` comes before the password is looked at.
 * @throws Refusal wrongPassword, tooManyTries
 */
export async function proveByEmail(
  services: Services,
  given: { email: string; password: string },
  ip: string,
): Promise<Credentials> {
  const known = await credentialsByEmail(services.db, given.email);
  const limits = await limitsFor(services, { email: given.email, ip, known });
  return prove(services, { ...given, ip, field: "password", known, limits });
}

/**
 * As `proveByEmail`, where too many tries were made: with the code that was mailed for this, which
 * is used up by `useCode`. Both are judged together: who knows one of them learns nothing of the
 * other, and a code's tries are all there are.
 * @throws Refusal wrongPasswordOrCode, codeExpired, codeUsedUp
 */
export async function proveByEmailAndCode(
  services: Services,
  given: { email: string; password: string; code: string },
  ip: string,
): Promise<Credentials & { proved: ProvedCode }> {
  const { email, password, code } = given;
  const known = await credentialsByEmail(services.db, email);
  return inPasswordSlot(networkOf(ip), async () => {
    const typed = { scene: "signin", address: email, code, accountId: "", ip } as const;
    const judged = await judgeCode(services, typed);
    const right = await passwordMatches(known?.passwordHash ?? null, password);
    if (!known || !right || !judged.right)
      throw new Refusal("wrongPasswordOrCode", { field: "code" });
    await judged.giveBack();
    return { ...known, proved: judged.proved };
  });
}

/**
 * Proves that who is signed in knows the password.
 * @throws Refusal wrongPassword (at `field`), tooManyTries
 */
export async function proveOwner(
  services: Services,
  given: { accountId: string; password: string; ip: string; field?: string },
): Promise<Credentials> {
  const { accountId, password, ip, field = "password" } = given;
  const known = await credentialsById(services.db, accountId);
  if (!known) throw new Refusal("sessionInvalid");
  const limits = ownerLimits({ ip, email: known.email, accountId });
  return prove(services, { password, ip, field, known, limits });
}

interface Asked {
  password: string;
  ip: string;
  field: string;
  /** Null for an e-mail that nobody has: it takes the same path. */
  known: Credentials | null;
  limits: RateLimit[];
}

async function prove(services: Services, asked: Asked): Promise<Credentials> {
  const { known, password, field, limits } = asked;
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

async function limitsFor(
  services: Services,
  { email, ip, known }: { email: string; ip: string; known: Credentials | null },
): Promise<RateLimit[]> {
  const accountId = known?.accountId ?? null;
  return signInLimits({ ip, email, known: await isKnownNetwork(services, { accountId, ip }) });
}
