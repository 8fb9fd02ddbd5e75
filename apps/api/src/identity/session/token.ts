/** Session tokens: 256 random bits, stored only as SHA-256 (spec/sign-in#secrets). */
import { createHash } from "node:crypto";
import type { World } from "../../platform/world.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^(team-)?[A-Za-z0-9_-]{43}$/;

export function newToken(world: World): string {
  return world.random(TOKEN_BYTES).toString("base64url");
}

/**
 * The token of a member's session in a team's account. Releases before teams refuse it for its
 * prefix: they would take the member for the owner.
 */
export const newTeamToken = (world: World): string => `team-${newToken(world)}`;

/** The stored hash of a token; null for text that cannot be a token. */
export function tokenHash(token: string): Buffer | null {
  return TOKEN.test(token) ? createHash("sha256").update(token).digest() : null;
}
