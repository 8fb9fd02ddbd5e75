/** Mailed codes: ten minutes, five tries, one use, for one purpose and address. */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { addressesOf, holderOf } from "../account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { isKnownNetwork } from "../session/known-network.ts";
import { countTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";
import {
  type Asked,
  findCode,
  lastAddress,
  newestCode,
  type Sent,
  takeCode,
  tryForeignCode,
  tryOwnCode,
  takeBackTry,
} from "./store.ts";

/** Wrong codes that are looked at, per code; of them from elsewhere than it was asked. */
const TRIES = 5;
const FOREIGN_TRIES = 2;

/**
 * A new code has new tries: no more than a password gets, 100 an hour (spec/quality#a4). Networks
 * that the holder is known to come from have their own hundred, as at sign-in.
 */
const limitOf = ({ scene, address }: Sent, known: string): RateLimit => ({
  key: `code ${scene} ${address}${known && ` ${known}`}`,
  tries: 100,
  windowSeconds: 3600,
});

/** A code that was right; it is used up by `useCode`, once. */
export interface ProvedCode {
  scene: Scene;
  address: string;
  lookup: string;
}

/** The keyed hash of a code for one purpose and address. */
export function codeLookup(seal: Seal, { scene, address }: Sent, code: string): string {
  return seal.lookup(`mail code ${scene} ${address} ${code}`);
}

/** Under whom a code is kept: the account that is signed in, else the network. */
export function askerOf({ accountId, ip }: { accountId: string | null; ip: string }): string {
  return accountId || networkOf(ip);
}

/** A code that somebody typed. */
interface Typed {
  scene: Scene;
  address?: string;
  code: string;
  /** Empty for a visitor. */
  accountId: string;
  /** Where the visitor asks from; what an account asks does not depend on it. */
  ip?: string;
  field?: string;
}

/**
 * Answers what was proved; a wrong code is counted. The right one is not used up yet, so that an MFA
 * code may still be asked for. Without `address` the code is one that was sent to the account's own
 * e-mail or secure e-mail: the last one of that scene. `accountId` is empty for a visitor.
 * @throws Refusal wrongCode (at `field`), codeExpired, codeUsedUp, tooManyTries
 */
export async function proveCode(services: Services, given: Typed): Promise<ProvedCode> {
  const { scene, field = "code" } = given;
  const wrong = new Refusal("wrongCode", { field });
  const address = given.address ?? (await ownAddress(services, scene, given.accountId));
  if (address === undefined) throw wrong;
  const limit = limitOf({ scene, address }, await knownNetwork(services, given, address));
  await refuseWhenReached(services, [limit]);
  const tried = await tryCode(services, { ...given, address }, { countAll: false });
  if (tried.result?.right) return tried.proved;
  if (!tried.result) throw (await refusalOf(services, tried.asked, field)) ?? wrong;
  await countTry(services, [limit]);
  throw wrong;
}

/** A code that is judged together with something else; `giveBack` where both were right. */
export interface JudgedCode {
  right: boolean;
  proved: ProvedCode;
  giveBack: () => Promise<void>;
}

/**
 * Judges a visitor's code without telling what came of it: each try counts, the right one too, so
 * that nobody learns from the count, or from the answers, which of two secrets was wrong.
 * @throws Refusal wrongPasswordOrCode (there is none to try), codeExpired, codeUsedUp
 */
export async function judgeCode(
  services: Services,
  given: Typed & { address: string; ip: string },
): Promise<JudgedCode> {
  const { field = "code" } = given;
  const { result, proved, asked } = await tryCode(services, given, { countAll: true });
  if (!result)
    throw (
      (await refusalOf(services, asked, field)) ?? new Refusal("wrongPasswordOrCode", { field })
    );
  const { scene, address, askedBy } = asked;
  const foreign = result.askedBy !== askedBy;
  const giveBack = () =>
    takeBackTry(services.db, { scene, address, askedBy: result.askedBy, foreign });
  return { right: result.right, proved, giveBack };
}

/** Tries the asker's own code; where a visitor has none, the one that was mailed last. */
async function tryCode(
  { db, seal, world }: Services,
  { scene, address, code, accountId, ip = "" }: Typed & { address: string },
  { countAll }: { countAll: boolean },
) {
  const sent = { scene, address };
  const asked = { ...sent, askedBy: askerOf({ accountId, ip }), accountId: accountId || null };
  const proved = { ...sent, lookup: codeLookup(seal, sent, code.replace(/[\s-]/g, "")) };
  const now = new Date(world.now());
  const limits = { now, most: TRIES, mostForeign: FOREIGN_TRIES, countAll };
  const tried = { ...asked, ...proved, ...limits };
  const own = await findCode(db, asked);
  const stands = own && own.used_at === null && own.expires_at > now;
  const result = stands ? await tryOwnCode(db, tried) : await tryForeignCode(db, tried);
  return { result, proved, asked };
}

/** The network that a visitor asks from, where the address's holder came from there; else empty. */
async function knownNetwork(
  services: Services,
  { accountId, ip }: Typed,
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

/** Why a code cannot be tried; null where none was sent that this asker may know of. */
async function refusalOf(
  { db, world }: Services,
  asked: Asked & { accountId: string | null },
  field: string,
): Promise<Refusal | null> {
  const now = new Date(world.now());
  const code = (await findCode(db, asked)) ?? (await newestCode(db, asked, now));
  if (!code || (code.account_id !== null && code.account_id !== asked.accountId)) return null;
  const tried = code.used_at !== null || code.tries >= TRIES;
  return new Refusal(!tried && code.expires_at <= now ? "codeExpired" : "codeUsedUp", { field });
}

/**
 * Uses the code up, within the transaction of what it allows: of several at once one succeeds.
 * @throws Refusal codeUsedUp
 */
export async function useCode({ world }: Services, tx: Tx, proved: ProvedCode): Promise<void> {
  const used = await takeCode(tx, { ...proved, now: new Date(world.now()) });
  if (!used) throw new Refusal("codeUsedUp");
}
