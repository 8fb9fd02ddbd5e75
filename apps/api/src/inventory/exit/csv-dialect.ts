/** How an operator's CSV file is written: its encoding, its separator and its size. */
import { encodingFault } from "@turnpike/rules/text-encoding.ts";

/** Spreadsheets of other countries write semicolons, and some export tabs. */
const separators = [",", ";", "\t"] as const;
export const maxLineLength = 10_000;
/** Limits on a list, checked before it is parsed. */
const maxLines = 100_000;

/**
 * The separator of the first line.
 * @throws Error if the text is too long, its encoding was misread, or its first line has no columns
 */
export function separatorOf(text: string): string {
  const misread = encodingFault(text);
  if (misread !== null)
    throw new Error(`the list is not UTF-8 but ${misread}: save it as UTF-8 (CSV UTF-8)`);
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  if (lines > maxLines) throw new Error(`the list has more than ${maxLines} lines`);
  const found = /^[\s\ufeff]*([^\r\n]*)/.exec(text.slice(0, maxLineLength + 1))?.[1] ?? "";
  if (found.length > maxLineLength)
    throw new Error(`the first line is longer than ${maxLineLength} characters`);
  const counts = separators.map((one) => found.split(one).length);
  const best = Math.max(...counts);
  if (best === 1 && /[|:]/.test(found))
    throw new Error("columns are separated by neither commas, semicolons nor tabs");
  return separators[counts.indexOf(best)] ?? ",";
}
