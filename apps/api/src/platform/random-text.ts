/** Random text from an alphabet; all characters are equally likely. */
import type { World } from "./world.ts";

export const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Without characters that are easily confused: 0 O, 1 I L, U V. */
export const READABLE = "ABCDEFGHJKMNPQRSTWXYZ23456789";

export function randomText(world: World, alphabet: string, length: number): string {
  // Bytes above the last whole multiple are discarded: a remainder would favour some letters.
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of world.random(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
