/** Format and contents of CDKeys (spec/cdkeys#making). */
import { bytesPerGb } from "./bytes.ts";
import { asciiDigits } from "./digits.ts";
import { assetOfPool } from "./traffic-pool.ts";

export type CdkeyKind = "ip" | "traffic";

/** Returns the ledger's asset of a CDKey's content. */
export const cdkeyAsset = ({ kind, pool }: { kind: CdkeyKind; pool: string }) =>
  kind === "ip" ? kind : assetOfPool(pool);

/** Unambiguous letters and digits: no I, L, O, U. */
export const cdkeyAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Random characters: 19 × 5 = 95 bits. One more is the check character. */
export const cdkeyRandomLength = 19;
export const cdkeyGroup = 5;
const CDKEY_LENGTH = cdkeyRandomLength + 1;

/** Replacements for characters that people misread. */
const lookalikes: Record<string, string> = { O: "0", I: "1", L: "1" };

/** Doubles in the field of 32 elements (x⁵ + x² + 1): all powers up to the 30th differ. */
function doubled(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}

/**
 * Sums all characters, each multiplied by its own power of two. Changing one character changes the
 * sum by a nonzero product; so does swapping two, since their factors differ.
 */
function checksum(characters: string): number {
  let sum = 0;
  for (const character of characters) sum = doubled(sum) ^ cdkeyAlphabet.indexOf(character);
  return sum;
}

/** Formats 19 random characters as a code with a check character: `0Q3GV-8XK2M-…`. */
export function cdkeyOf(random: string): string {
  // The factor of the check character is 1; adding a sum again subtracts it.
  const check = cdkeyAlphabet[doubled(checksum(random))];
  return grouped(random + check);
}

function grouped(characters: string): string {
  return (characters.match(/.{1,5}/g) ?? []).join("-");
}

/** Normalises a typed code: ignores case, spaces and dashes, reads digits of
 * any script, replaces misread characters. */
export function cdkeyCharacters(typed: string): string {
  const plain = asciiDigits(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "");
  return plain.replace(/[OIL]/g, (character) => lookalikes[character] ?? character);
}

/** Returns a typed code in canonical form, or null if it is invalid. */
export function readCdkey(typed: string): string | null {
  const characters = cdkeyCharacters(typed);
  if (characters.length !== CDKEY_LENGTH) return null;
  if ([...characters].some((character) => !cdkeyAlphabet.includes(character))) return null;
  return checksum(characters) === 0 ? grouped(characters) : null;
}

/** Masks a code for statements and logs: only its first group is shown. */
export function maskCdkey(code: string): string {
  return code.slice(0, cdkeyGroup) + code.slice(cdkeyGroup).replace(/[^-]/g, "*");
}

/** Minimum number of IPs in a CDKey (spec/cdkeys#making: minimum quantity 100). */
export const cdkeyLeastIps = 100;
/** Minimum number of GB in a CDKey (spec/cdkeys#making). */
export const cdkeyLeastGb = 1;
/** Maximum number of CDKeys created at once (spec/cdkeys#making). */
export const cdkeysAtOnce = 1_000;

/** Returns whether the amount is large enough for a CDKey. */
export function isCdkeyAmount({ kind, amount }: { kind: CdkeyKind; amount: number }): boolean {
  return amount >= (kind === "ip" ? cdkeyLeastIps : cdkeyLeastGb);
}

/** Returns what one unit adds to the balance: one IP, or one GB in bytes. */
export function cdkeyUnit(kind: CdkeyKind): number {
  return kind === "ip" ? 1 : bytesPerGb;
}
