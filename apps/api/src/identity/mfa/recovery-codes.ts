/** Recovery codes: ways in without the device, each once (spec/sign-in#mfa). */
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Seal } from "../../platform/seal.ts";
import type { World } from "../../platform/world.ts";

const CODES = 10;
/** 12 letters of 29 are 58 bits. */
const LENGTH = 12;

/** Ten codes, as they are shown once: `ABCD-EFGH-JKMN`. */
export function newRecoveryCodes(world: World): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(randomText(world, READABLE, LENGTH));
  return [...codes].map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** A code as people type it, made one: without blanks and dashes, in capitals. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s\p{Dash}]/gu, "").toUpperCase();
}

/** A keyed hash under which a code is kept; another account's codes never match. */
export function recoveryLookup(seal: Seal, accountId: string, plain: string): string {
  return seal.lookup(`recovery ${accountId} ${plain}`);
}
