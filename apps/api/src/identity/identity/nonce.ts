/**
 * Nonces that prove themselves: an ID token that a provider's button hands to the browser comes
 * without a state, and its nonce has to be one of ours.
 */
import { timingSafeEqual } from "node:crypto";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Services } from "../../platform/services.ts";

/** A person signs in at the provider within this. */
export const START_MS = 10 * 60_000;

/** For whom a start is good: for an account's own binding, or ('') for signing in alone. */
export interface Purpose {
  provider: Provider;
  accountId: string;
}

/** `<end>.<random>.<keyed hash of these and the purpose>`. */
export function newNonce(services: Services, purpose: Purpose): string {
  const { world } = services;
  const ends = (world.now() + START_MS).toString(36);
  const random = world.random(16).toString("base64url");
  return `${ends}.${random}.${hash(services, purpose, ends, random)}`;
}

/** Whether we made the nonce for this purpose, and it is not over. */
export function isValidNonce(services: Services, purpose: Purpose, nonce: string): boolean {
  const [ends = "", random = "", given = "", ...more] = nonce.split(".");
  if (more.length > 0 || !/^[0-9a-z]{1,12}$/.test(ends)) return false;
  const right = Buffer.from(hash(services, purpose, ends, random));
  const shown = Buffer.from(given);
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return false;
  return Number.parseInt(ends, 36) > services.world.now();
}

function hash({ seal }: Services, purpose: Purpose, ends: string, random: string): string {
  return seal.lookup(`nonce ${purpose.provider} ${purpose.accountId} ${ends} ${random}`);
}

/** The nonce that a token claims to bear; nothing of the token is trusted by that. */
export function claimedNonce(token: string): string {
  try {
    const body = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { nonce } = JSON.parse(body) as { nonce?: unknown };
    return typeof nonce === "string" ? nonce : "";
  } catch {
    return "";
  }
}
