/**
 * API keys as text: `tpk_`, 32 random characters, and a checksum of 6. The checksum tells mistyped
 * or truncated keys from unknown ones without a query, and lets secret scanners recognise keys
 * (spec/accounts#api-keys).
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { World } from "../../platform/world.ts";

const PREFIX = "tpk_";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY = new RegExp(`^${PREFIX}[A-Za-z0-9]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
/** The length of the prefix that the owner can see. */
const VISIBLE_LENGTH = PREFIX.length + 4;

/** CRC-32 in base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = LETTERS_AND_DIGITS.charAt(rest % LETTERS_AND_DIGITS.length) + digits;
    rest = Math.floor(rest / LETTERS_AND_DIGITS.length);
  }
  return digits;
}

export interface NewKey {
  key: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
}

export function newKey(world: World): NewKey {
  const text = PREFIX + randomText(world, LETTERS_AND_DIGITS, RANDOM_LENGTH);
  const key = text + checksumOf(text);
  const [prefix, lastFour] = [key.slice(0, VISIBLE_LENGTH), key.slice(-4)];
  return { key, hash: hashOf(key), prefix, lastFour };
}

/** Whether a text looks like an API key; any other is treated as an access key. */
export const looksLikeKey = (text: string): boolean => text.startsWith(PREFIX);

/** Whether the key is complete and its checksum is correct. */
export function isWellFormed(text: string): boolean {
  return KEY.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-6);
}

export const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();
