/**
 * Text for the operator's terminal. Customers, targets and wholesalers have a say in it: no character
 * of theirs commands the terminal, begins a line of its own or turns the direction of what follows.
 */

/** All but line breaks and tabs, which our own texts have; CSV ends its lines with two characters. */
const COMMANDS =
  /(?![\n\t]|\r\n)[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The text with such characters as `\u009b`, which is also how JSON writes them. */
export const printable = (text: string): string =>
  text.replace(COMMANDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What somebody else wrote, as a part of a line. */
export const inLine = (text: string): string => text.replace(/[\n\r\t]+/g, " ");
