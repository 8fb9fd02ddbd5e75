/**
 * Whether a JSON text is made of objects and lists rather than of data. An empty one is two characters
 * and takes some sixty bytes: what strangers and machines send waits for its turn once it is parsed, and
 * a thousand such texts would take the memory of a process.
 */

/** No question of ours has as many: a row of outcomes, with three of its own, has 45 characters for each. */
const charactersOfPart = 32;
const anyText = 1_000;

const [quote, backslash, bracket, brace] = [0x22, 0x5c, 0x5b, 0x7b];

/** Whether a text has more than a thousand objects and lists, and more than one in 32 characters. */
export function hasTooManyParts(json: string): boolean {
  const most = anyText + json.length / charactersOfPart;
  // Each has two brackets.
  if (json.length / 2 <= most) return false;
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (!isInText) parts += code === brace || code === bracket ? 1 : 0;
    else if (code === backslash) at += 1;
  }
  return parts > most;
}
