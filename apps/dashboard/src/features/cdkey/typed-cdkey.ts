/** Formats a CDKey while it is being typed. */
import { cdkeyCharacters, cdkeyGroup, cdkeyRandomLength } from "@turnpike/rules/cdkey.ts";

/** The last character is the check character. */
const LENGTH = cdkeyRandomLength + 1;
const plain = (text: string) => cdkeyCharacters(text).replace(/[^0-9A-Z]/g, "");

/** The code in groups, however it was typed or pasted; excess characters are cut off. */
export function typedCdkey(text: string): string {
  const characters = plain(text).slice(0, LENGTH);
  const groups: string[] = [];
  for (let at = 0; at < characters.length; at += cdkeyGroup) {
    groups.push(characters.slice(at, at + cdkeyGroup));
  }
  return groups.join("-");
}

/** The caret's position in `typedCdkey(text)`, given its position in the typed text. */
export function caretIn({ text, caret }: { text: string; caret: number }): number {
  const before = Math.min(plain(text.slice(0, caret)).length, LENGTH);
  return before === 0 ? 0 : before + Math.floor((before - 1) / cdkeyGroup);
}
