/** Mailed codes: valid for ten minutes, five tries and one use, for one purpose and address. */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { asciiDigits } from "@turnpike/rules/digits.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { addressesOf, holderOf } from "../account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { isKnownNetwork } from "../session/known-network.ts";
import { countTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";
import {
  type CodeKey,
  findCode,
  lastAddress,
  newestCode,
  type CodeTarget,
  takeCode,
  tryForeignCode,
  tryOwnCode,
  uncountCodeTry,
} from "./store.ts";

/** The wrong tries that a code allows, and how many of them from another network. */
const MAX_TRIES = 5;
const MAX_FOREIGN_TRIES = 2;

/**
 * A new code has new tries, so tries are also limited per hour, as for passwords (spec/quality#a4),
 * and per day: guessing at one address for a whole year succeeds with a probability of one in ten.
 * Networks that the holder is known to use have separate limits, as at sign-in.
 */
const limitsOf = ({ scene, address }: CodeTarget, network: string): RateLimit[] => {
  const of = `${scene} ${address}${network && ` ${network}`}`;
  return [
    { key: `code ${of}`, tries: 100, windowSeconds: 3_600 },
    { key: `code day ${of}`, tries: 300, windowSeconds: 86_400 },
  ];
};

/** A code that was right; `useCode` uses it up, once. */
export interface ProvedCode {
  scene: Scene;
  address: string;
  lookups: string[];
}

/** The keyed hashes of a code for one purpose and address, the current form first. */
export function codeLookups(
  seal: Seal,
  { scene, address }: CodeTarget,
  code: string,
): [string, ...string[]] {
  return seal.lookups("mailCode", `${scene} ${address} ${code}`);
}

/** Who requests a code: the signed-in account, else the network. */
export function callerOf({ accountId, ip }: { accountId: string | null; ip: string }): string {
  return accountId || networkOf(ip);
}

/** An attempt to use a code. */
interface CodeAttempt {
  scene: Scene;
  address?: string;
  code: string;
  /** Empty for a visitor. */
  accountId: string;
  /** The visitor's address; not needed for an account. */
  ip?: string;
  field?: string;
}

/**
 * Checks a code and counts wrong tries. A right code is not used up yet, so that an MFA code can
 * still be requested. Without `address`, checks the last code of the scene that was sent to the
 * account's e-mail or secure e-mail. `accountId` is empty for a visitor.
 * @throws Refusal wrongCode (at `field`), codeExpired, codeUsedUp, tooManyTries
 */
export async function proveCode(services: Services, attempt: CodeAttempt): Promise<ProvedCode> {
  const { scene, field = "code" } = attempt;
  const wrong = new Refusal("wrongCode", { field });
  const address = attempt.address ?? (await ownAddress(services, scene, attempt.accountId));
  if (address === undefined) throw wrong;
  const limits = limitsOf({ scene, address }, await knownNetwork(services, attempt, address));
  await refuseWhenReached(services, limits);
  const outcome = await tryCode(services, { ...attempt, address }, { countAll: false });
  if (outcome.result?.right) return outcome.proved;
  if (!outcome.result) throw (await refusalOf(services, outcome.key, field)) ?? wrong;
  await countTry(services, limits);
  throw wrong;
}

/** A code that is checked together with a password; call `uncountTry` if both are right. */
export interface JudgedCode {
  right: boolean;
  proved: ProvedCode;
  giveBack: () => Promise<void>;
}

/**
 * Checks a visitor's code without revealing the result. Every try counts, even a right one, so that
 * neither the count nor the response shows which of the two secrets was wrong.
 * @throws Refusal wrongPasswordOrCode (if there is no code to try), codeExpired, codeUsedUp
 */
export async function judgeCode(
  services: Services,
  attempt: CodeAttempt & { address: string; ip: string },
): Promise<JudgedCode> {
  const { field = "code" } = attempt;
  const { result, proved, key } = await tryCode(services, attempt, { countAll: true });
  if (!result)
    throw (await refusalOf(services, key, field)) ?? new Refusal("wrongPasswordOrCode", { field });
  const { scene, address, askedBy } = key;
  const foreign = result.askedBy !== askedBy;
  const uncount = () =>
    uncountCodeTry(services.db, { scene, address, askedBy: result.askedBy, foreign });
  return { right: result.right, proved, giveBack: uncount };
}

const plainDigits = (typed: string) => asciiDigits(typed).replace(/[\s\p{Dash}]/gu, "");

/** Tries the caller's own code or, if a visitor has none, the one mailed last. */
async function tryCode(
  { db, seal, world }: Services,
  { scene, address, code, accountId, ip = "" }: CodeAttempt & { address: string },
  { countAll }: { countAll: boolean },
) {
  const target = { scene, address };
  const key = { ...target, askedBy: callerOf({ accountId, ip }), accountId: accountId || null };
  const proved = { ...target, lookups: codeLookups(seal, target, plainDigits(code)) };
  const now = new Date(world.now());
  const MAX_l = { now, most: MAX_TRIES, mostForeign: MAX_FOREIGN_TRIES, countAll };
  const codeTry = { ...key, ...proved, ...MAX_l };
  const ownCode = await findCode(db, key);
  const isUsable = ownCode && ownCode.used_at === null && ownCode.expires_at > now;
  const result = isUsable ? await tryOwnCode(db, codeTry) : await tryForeignCode(db, codeTry);
  return { result, proved, key };
}

/** The visitor's network if the address's holder is known to use it; else empty. */
async function knownNetwork(
  services: Services,
  { accountId, ip }: CodeAttempt,
  address: string,
): Promise<string> {
  if (accountId || ip === undefined) return "";
  const holder = await holderOf(services.db, address);
  const isKnown = await isKnownNetwork(services, { accountId: holder?.accountId ?? null, ip });
  return isKnown ? networkOf(ip) : "";
}

async function ownAddress(
  { db }: Services,
  scene: Scene,
  accountId: string,
): Promise<string | undefined> {
  const { email, secureEmail } = await addressesOf(db, accountId);
  const among = secureEmail === null ? [email] : [email, secureEmail];
  return lastAddress(db, { scene, accountId, among });
}

/** Why a code cannot be tried; null if there is none that this caller may know about. */
async function refusalOf(
  { db, world }: Services,
  key: CodeKey & { accountId: string | null },
  field: string,
): Promise<Refusal | null> {
  const now = new Date(world.now());
  const code = (await findCode(db, key)) ?? (await newestCode(db, key, now));
  if (!code || (code.account_id !== null && code.account_id !== key.accountId)) return null;
  const isUsedUp = code.used_at !== null || code.tries >= MAX_TRIES;
  return new Refusal(!isUsedUp && code.expires_at <= now ? "codeExpired" : "codeUsedUp", { field });
}

/**
 * Uses the code up, within the transaction of the change it authorizes. Only one of several
 * concurrent calls succeeds.
 * @throws Refusal codeUsedUp
 */
export async function useCode({ world }: Services, tx: Tx, proved: ProvedCode): Promise<void> {
  const used = await takeCode(tx, { ...proved, now: new Date(world.now()) });
  if (!used) throw new Refusal("codeUsedUp");
}
