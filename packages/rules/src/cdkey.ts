/** What a CDKey looks like and what it may hold (spec/cdkeys#making). */
import { bytesPerGb } from "./bytes.ts";

export type CdkeyKind = "ip" | "traffic";

/** Letters and digits that nobody mixes up when they read a code aloud: no I, L, O, U. */
export const cdkeyAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Random characters: 19 × 5 = 95 bits. One more is the check. */
export const cdkeyRandomLength = 19;
export const cdkeyGroup = 5;
const CDKEY_LENGTH = cdkeyRandomLength + 1;

/** What people write for a character that they misread. */
const misread: Record<string, string> = { O: "0", I: "1", L: "1" };

/** Times two in the field of 32 elements (x⁵ + x² + 1): every power up to the 30th is another one. */
function doubled(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}

/**
 * The sum of all characters, each times a power of two of its own. Another character changes it by
 * a product that is not 0; so do two that change places, as their factors differ.
 */
function weighed(characters: string): number {
  let sum = 0;
  for (const character of characters) sum = doubled(sum) ^ cdkeyAlphabet.indexOf(character);
  return sum;
}

/** A code of 19 random characters of the alphabet: `0Q3GV-8XK2M-…`, its check at the end. */
export function cdkeyOf(random: string): string {
  // The check's own factor is 1, and a sum is taken away by adding it once more.
  const check = cdkeyAlphabet[doubled(weighed(random))];
  return grouped(random + check);
}

function grouped(characters: string): string {
  return (characters.match(/.{1,5}/g) ?? []).join("-");
}

/** The characters of what was typed, in whatever spelling: case, spaces and dashes do not count. */
export function cdkeyCharacters(typed: string): string {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
  return plain.replace(/[OIL]/g, (character) => misread[character] ?? character);
}

/** A typed code as it was made, or null where it cannot be one. */
export function readCdkey(typed: string): string | null {
  const characters = cdkeyCharacters(typed);
  if (characters.length !== CDKEY_LENGTH) return null;
  if ([...characters].some((character) => !cdkeyAlphabet.includes(character))) return null;
  return weighed(characters) === 0 ? grouped(characters) : null;
}

/** A code for statements and logs: its first group alone. */
export function maskCdkey(code: string): string {
  return code.slice(0, cdkeyGroup) + code.slice(cdkeyGroup).replace(/[^-]/g, "*");
}

/** IPs that a CDKey holds at least (spec/cdkeys#making: minimum quantity 100). */
export const cdkeyLeastIps = 100;
/** GB that it holds at least (spec/cdkeys#making). */
export const cdkeyLeastGb = 1;
/** CDKeys that are made at once at most (spec/cdkeys#making). */
export const cdkeysAtOnce = 1_000;

/** Whether a CDKey may hold so much. */
export function mayHold({ kind, amount }: { kind: CdkeyKind; amount: number }): boolean {
  return amount >= (kind === "ip" ? cdkeyLeastIps : cdkeyLeastGb);
}

/** What one unit of an amount is in the balance: an IP, or a GB in bytes. */
export function cdkeyUnit(kind: CdkeyKind): number {
  return kind === "ip" ? 1 : bytesPerGb;
}
