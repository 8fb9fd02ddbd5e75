/**
 * Values of placeholders are data: whatever a customer typed as a name or a program sent as its own,
 * a mail shows it as text. It cannot add a line, a link, markup or a header.
 */

/** Placeholders whose values are addresses that the product made: they become links. */
export const isUrlName = (name: string) => name === "url" || name.endsWith("Url");
/** A mailed code and links are as good as a password; without them a mail has no use. */
export const isSecretName = (name: string) => name === "code" || isUrlName(name);

/** Values that the product composes of several lines. */
const manyLines = new Set(["apiKeys", "changes", "debt", "discount", "footer", "text", "things"]);
/** Values that the operator wrote. */
const trusted = new Set(["brand", "footer", "supportEmail", "text"]);
/** Whether a value is shown as the operator wrote it, addresses too. */
export const isOwnWord = (name: string) => trusted.has(name);
/** A link to a mailbox does no harm, and people copy it. */
const MAILBOX = /^[^\s@/:<>()[\]"\\]+@[^\s@/:<>()[\]"\\]+$/;

/** Characters that change the direction of what follows them. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** Invisible, and no part of an address: mail programs make no link across it. */
export const BREAK = "\u200B";

/** Each value as the mail shows it; the order of the names is kept. */
export function asData(values: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, oneValue(name, String(value))]),
  );
}

function oneValue(name: string, value: string): string {
  const sound = value.toWellFormed().replace(DIRECTIONS, "");
  const lines = sound
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/\p{Cc}+/gu, " "));
  const text = lines.join(manyLines.has(name) ? "\n" : " ");
  const isSound = isSecretName(name) || isOwnWord(name) || MAILBOX.test(text);
  return isSound ? text : withoutLinks(text);
}

/** Mail programs turn what looks like an address into a link, also in plain text. */
export const withoutLinks = (text: string): string =>
  text
    .replaceAll("://", `:${BREAK}//`)
    .replace(/(?<=[\p{L}\p{N}-])[.\u3002\uFF0E\uFF61](?=\p{L})/gu, (dot) => dot + BREAK);
