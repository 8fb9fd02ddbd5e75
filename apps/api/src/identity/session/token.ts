/** Session tokens: 256 random bits, stored only as SHA-256 (spec/sign-in#secrets). */
import { createHash } from "node:crypto";
import type { World } from "../../platform/world.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(world: World): string {
  return world.random(TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token; null for text that cannot be a token. */
export function tokenHash(token: string): Buffer | null {
  return TOKEN.test(token) ? createHash("sha256").update(token).digest() : null;
}
