/** Recovery codes: each can replace the device once (spec/sign-in#mfa). */
import { asciiDigits } from "@turnpike/rules/digits.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Seal } from "../../platform/seal.ts";
import type { World } from "../../platform/world.ts";

const CODES = 10;
/** 12 characters of an alphabet of 29: 58 bits. */
const LENGTH = 12;

/** Ten codes as the user sees them: `ABCD-EFGH-JKMN`. */
export function newRecoveryCodes(world: World): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(randomText(world, READABLE, LENGTH));
  return [...codes].map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

/** Normalises a typed code: removes spaces and dashes, reads any digits, converts to upper case. */
export function plainCode(typed: string): string {
  return asciiDigits(typed)
    .replace(/[\s\p{Dash}]/gu, "")
    .toUpperCase();
}

/** The stored keyed hashes of a code, the current form first; other accounts' never match. */
export function recoveryLookups(
  seal: Seal,
  accountId: string,
  plain: string,
): [string, ...string[]] {
  return seal.lookups("recoveryCode", `${accountId} ${plain}`);
}
