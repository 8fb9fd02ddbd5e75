/** Authentication of calls by API key or access key (spec/api#requests). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkContains } from "@turnpike/rules/network.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { CallerKey } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { accountByKey } from "../account/access-key.ts";
import { countTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";
import { insertTry } from "../session/store/throttle.ts";
import { hashOf, isWellFormed, looksLikeKey } from "./key.ts";
import { findByHash, findById, saveUse } from "./store.ts";

const SAVE_EVERY_MS = 60_000;
const HOUR_SECONDS = 3_600;

export interface KeyHolder {
  accountId: string;
  key: CallerKey;
}

/**
 * The account and permissions of a key.
 * @throws Refusal keyMistyped, keyUnknown, keyExpired, tooManyTries
 */
export async function authenticateKey(
  services: Services,
  text: string,
  { ip }: { ip: string },
): Promise<KeyHolder> {
  const holder = looksLikeKey(text)
    ? await byApiKey(services, text, ip)
    : await byAccessKey(services, text);
  if (holder) return holder;
  await countUnknown(services, text, ip);
  throw new Refusal("keyUnknown");
}

/** Whether a key is valid and may be used from an address. */
export async function isKeyValid(
  services: Services,
  text: string,
  from: { ip: string },
): Promise<boolean> {
  try {
    return (await authenticateKey(services, text, from)).key.allowedHere;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Whether an account's key, by its ID, is still valid. */
export async function isLiveKey(
  { world }: Services,
  db: Db | Tx,
  of: { accountId: string; id: string },
): Promise<boolean> {
  const key = await findById(db, of);
  return key !== null && (key.expiresAt === null || key.expiresAt.getTime() > world.now());
}

async function byAccessKey(services: Services, text: string): Promise<KeyHolder | null> {
  const account = await accountByKey(services, text);
  return account && { ...account, key: { id: "", scopes: ["read"], allowedHere: true } };
}

/** One query; when and from where the key was used is saved at most once a minute. */
async function byApiKey(
  { db, world }: Services,
  text: string,
  ip: string,
): Promise<KeyHolder | null> {
  if (!isWellFormed(text)) throw new Refusal("keyMistyped");
  const row = await findByHash(db, hashOf(text));
  if (!row) return null;
  const { id, accountId, scopes, ips, expiresAt, lastUsedAt } = row;
  const now = world.now();
  if (expiresAt !== null && expiresAt.getTime() <= now) throw new Refusal("keyExpired");
  const allowedHere = ips.length === 0 || ips.some((network) => networkContains(network, ip));
  const before = new Date(now - SAVE_EVERY_MS);
  if (allowedHere && (lastUsedAt === null || lastUsedAt <= before))
    await saveUse(db, { id, at: new Date(now), ip, before });
  return { accountId, key: { id, scopes, allowedHere } };
}

/**
 * Allows 100 unknown keys an hour per network. A repeated key counts once: a program that keeps
 * using a deleted key is not guessing.
 */
async function countUnknown(services: Services, text: string, ip: string): Promise<void> {
  const networkLimit: RateLimit = {
    key: `keys ${networkOf(ip)}`,
    tries: 100,
    windowSeconds: HOUR_SECONDS,
  };
  await refuseWhenReached(services, [networkLimit]);
  const keyLimit = {
    key: `key ${services.seal.lookup("unknownKey", text)}`,
    tries: 1,
    windowSeconds: HOUR_SECONDS,
  };
  if (await insertTry(services.db, keyLimit, services.world.now()))
    await countTry(services, [networkLimit]);
}
