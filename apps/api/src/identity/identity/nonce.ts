/**
 * Signed nonces. An ID token from a provider's button has no state, so its nonce must prove that
 * we issued it.
 */
import { timingSafeEqual } from "node:crypto";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Services } from "../../platform/services.ts";

/** How long a person may take to sign in at the provider. */
export const START_MS = 10 * 60_000;

/** What a nonce is valid for: linking a login with an account, or ('' as account) signing in. */
export interface NoncePurpose {
  provider: Provider;
  accountId: string;
}

/** `<end>.<random>.<keyed hash of these and the purpose>`. */
export function newNonce(services: Services, purpose: NoncePurpose): string {
  const { world } = services;
  const ends = (world.now() + START_MS).toString(36);
  const random = world.random(16).toString("base64url");
  return `${ends}.${random}.${hashes(services, purpose, ends, random)[0]}`;
}

/** Whether we issued the nonce for this purpose and it has not expired. */
export function isValidNonce(services: Services, purpose: NoncePurpose, nonce: string): boolean {
  const [ends = "", random = "", signature = "", ...more] = nonce.split(".");
  if (more.length > 0 || !/^[0-9a-z]{1,12}$/.test(ends)) return false;
  const claimed = Buffer.from(signature);
  const isOurs = hashes(services, purpose, ends, random)
    .map((one) => Buffer.from(one))
    .some((one) => one.length === claimed.length && timingSafeEqual(one, claimed));
  if (!isOurs) return false;
  return Number.parseInt(ends, 36) > services.world.now();
}

function hashes({ seal }: Services, purpose: NoncePurpose, ends: string, random: string) {
  return seal.lookups("nonce", `${purpose.provider} ${purpose.accountId} ${ends} ${random}`);
}

/** Reads the nonce of a token without verifying it: the token is not trusted yet. */
export function claimedNonce(token: string): string {
  try {
    const body = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { nonce } = JSON.parse(body) as { nonce?: unknown };
    return typeof nonce === "string" ? nonce : "";
  } catch {
    return "";
  }
}
