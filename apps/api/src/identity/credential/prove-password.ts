/** Password checks at sign-in and before irreversible actions (spec/sign-in#credentials). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type Credentials, credentialsByEmail, credentialsById } from "../account/register.ts";
import type { Services } from "../../platform/services.ts";
import { judgeCode, type ProvedCode } from "../mail-code/prove.ts";
import { ownerLimits, signInLimits } from "./rate-limits.ts";
import { isKnownNetwork } from "../session/known-network.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { setPasswordHash } from "../account/settings.ts";
import { hashPassword, isForeignHash, passwordMatches } from "./passwords.ts";
import { countTry, uncountTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";

/**
 * Finds the account by e-mail and password. An unknown e-mail cannot be told from a wrong password
 * by response or time; `tooManyTries` is decided before the password is checked.
 * @throws Refusal wrongPassword, tooManyTries
 */
export async function proveByEmail(
  services: Services,
  request: { email: string; password: string },
  ip: string,
): Promise<Credentials> {
  const account = await credentialsByEmail(services.db, request.email);
  const limits = await limitsFor(services, { email: request.email, ip, account });
  return provePassword(services, { ...request, ip, field: "password", account, limits });
}

/**
 * Like `proveByEmail`, but after too many tries: also needs a mailed code, which `useCode` uses up.
 * Both are checked together, so that knowing one reveals nothing about the other. The code's tries
 * are the only limit.
 * @throws Refusal wrongPasswordOrCode, codeExpired, codeUsedUp
 */
export async function proveByEmailAndCode(
  services: Services,
  request: { email: string; password: string; code: string },
  ip: string,
): Promise<Credentials & { proved: ProvedCode }> {
  const { email, password, code } = request;
  const account = await credentialsByEmail(services.db, email);
  return inPasswordSlot(networkOf(ip), async () => {
    const typed = { scene: "signin", address: email, code, accountId: "", ip } as const;
    const judged = await judgeCode(services, typed);
    const right = await passwordMatches(account?.passwordHash ?? null, password);
    if (!account || !right || !judged.right)
      throw new Refusal("wrongPasswordOrCode", { field: "code" });
    await judged.giveBack();
    return { ...(await withOwnHash(services, account, password)), proved: judged.proved };
  });
}

/**
 * Proves that the signed-in user knows the password.
 * @throws Refusal wrongPassword (at `field`), tooManyTries
 */
export async function proveOwner(
  services: Services,
  request: { accountId: string; password: string; ip: string; field?: string },
): Promise<Credentials> {
  const { accountId, password, ip, field = "password" } = request;
  const account = await credentialsById(services.db, accountId);
  if (!account) throw new Refusal("sessionInvalid");
  const limits = ownerLimits({ ip, email: account.email, accountId });
  return provePassword(services, { password, ip, field, account, limits });
}

interface PasswordAttempt {
  password: string;
  ip: string;
  field: string;
  /** Null for an unknown e-mail, which follows the same path. */
  account: Credentials | null;
  limits: RateLimit[];
}

async function provePassword(services: Services, attempt: PasswordAttempt): Promise<Credentials> {
  const { account, password, field, limits } = attempt;
  // Refuses before waiting for a slot, so that password stuffing does not delay others.
  await refuseWhenReached(services, limits);
  return inPasswordSlot(networkOf(attempt.ip), async () => {
    // Counts before checking, so that concurrent tries cannot exceed the limit.
    await countTry(services, limits);
    const right = await passwordMatches(account?.passwordHash ?? null, password);
    if (!account || !right) throw new Refusal("wrongPassword", { field });
    for (const limit of limits) await uncountTry(services, limit);
    return withOwnHash(services, account, password);
  });
}

/** Replaces a hash that another program made by our own, now that the password is known. */
async function withOwnHash(
  { db }: Services,
  account: Credentials,
  password: string,
): Promise<Credentials> {
  const { accountId, passwordHash: provedHash } = account;
  if (provedHash === null || !isForeignHash(provedHash)) return account;
  const passwordHash = await hashPassword(password);
  const isReplaced = await setPasswordHash(db, { accountId, passwordHash, provedHash });
  if (isReplaced) return { ...account, passwordHash };
  // Another sign-in has replaced it; after another change, the old hash is refused as ever.
  const now = await credentialsById(db, accountId);
  const isRight = now !== null && (await passwordMatches(now.passwordHash, password));
  return isRight ? now : account;
}

async function limitsFor(
  services: Services,
  { email, ip, account }: { email: string; ip: string; account: Credentials | null },
): Promise<RateLimit[]> {
  const accountId = account?.accountId ?? null;
  return signInLimits({
    ip,
    email,
    fromKnownNetwork: await isKnownNetwork(services, { accountId, ip }),
  });
}
