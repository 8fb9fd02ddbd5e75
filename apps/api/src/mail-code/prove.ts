/** Mailed codes: ten minutes, five tries, one use, for one purpose and address (contract §2). */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf } from "../account/addresses.ts";
import type { Tx } from "../db/database.ts";
import type { Seal } from "../seal.ts";
import type { Services } from "../services.ts";
import { countTry, type Limit, refuseWhenReached } from "../session/throttle.ts";
import { findCode, lastAddress, type Sent, takeCode, tryCode } from "./store.ts";

/** Wrong codes that are looked at, per code (contract §2). */
const TRIES = 5;

/** A new code has new tries: no more than a password gets, 100 an hour (quality A4). */
const limitOf = ({ scene, address }: Sent): Limit => ({
  key: `code ${scene} ${address}`,
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

/**
 * Answers what was proved; a wrong code is counted. The right one is not used up yet, so that an MFA
 * code may still be asked for. Without `address` the code is one that was sent to the account's own
 * e-mail or secure e-mail: the last one of that scene. `accountId` is empty for a visitor.
 * @throws Refusal wrongCode (at `field`), codeExpired, codeUsedUp, tooManyTries
 */
export async function proveCode(
  services: Services,
  given: { scene: Scene; address?: string; code: string; accountId: string; field?: string },
): Promise<ProvedCode> {
  const { db, seal, world } = services;
  const { scene, field = "code" } = given;
  const wrong = new Refusal("wrongCode", { field });
  const address = given.address ?? (await ownAddress(services, scene, given.accountId));
  if (address === undefined) throw wrong;
  const sent = { scene, address };
  const limit = limitOf(sent);
  await refuseWhenReached(services, [limit]);
  const asker = { ...sent, accountId: given.accountId || null };
  const proved = { ...sent, lookup: codeLookup(seal, sent, given.code.replace(/[\s-]/g, "")) };
  const now = new Date(world.now());
  const right = await tryCode(db, { ...asker, ...proved, now, most: TRIES });
  if (right) return proved;
  if (right === undefined) throw (await whyNot(services, asker, field)) ?? wrong;
  await countTry(services, [limit]);
  throw wrong;
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

/** Why a code cannot be tried; null where none was sent that this account may know of. */
async function whyNot(
  { db, world }: Services,
  asker: Sent & { accountId: string | null },
  field: string,
): Promise<Refusal | null> {
  const code = await findCode(db, asker);
  if (!code || (code.account_id !== null && code.account_id !== asker.accountId)) return null;
  if (code.used_at !== null || code.tries >= TRIES) return new Refusal("codeUsedUp", { field });
  return code.expires_at.getTime() <= world.now() ? new Refusal("codeExpired", { field }) : null;
}

/**
 * Uses the code up, within the transaction of what it allows: of several at once one succeeds.
 * @throws Refusal codeUsedUp
 */
export async function useCode({ world }: Services, tx: Tx, proved: ProvedCode): Promise<void> {
  const used = await takeCode(tx, { ...proved, now: new Date(world.now()) });
  if (!used) throw new Refusal("codeUsedUp");
}
