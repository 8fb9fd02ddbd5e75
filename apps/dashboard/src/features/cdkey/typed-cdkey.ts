/** How a CDKey is written while somebody types it. */
import { cdkeyCharacters, cdkeyGroup, cdkeyRandomLength } from "@turnpike/rules/cdkey.ts";

/** The last character is the check. */
const LENGTH = cdkeyRandomLength + 1;
const plain = (text: string) => cdkeyCharacters(text).replace(/[^0-9A-Z]/g, "");

/** In groups, however it was typed or pasted; what is too much is cut off. */
export function typedCdkey(text: string): string {
  const characters = plain(text).slice(0, LENGTH);
  const groups: string[] = [];
  for (let at = 0; at < characters.length; at += cdkeyGroup) {
    groups.push(characters.slice(at, at + cdkeyGroup));
  }
  return groups.join("-");
}

/** The caret's place in `typedCdkey(text)` if it was at `caret` in what was typed. */
export function caretIn({ text, caret }: { text: string; caret: number }): number {
  const before = Math.min(plain(text.slice(0, caret)).length, LENGTH);
  return before === 0 ? 0 : before + Math.floor((before - 1) / cdkeyGroup);
}
