/**
 * The session ids that an upstream sees instead of our customers': nobody can tell from one which
 * customer, or which word of his, it stands for, and two customers never share one.
 */

/** What a token is made of. Everything that is the same gives the same token on every gateway. */
export interface SessionIdentity {
  /** What bytes are counted for: a sub-account, an opened IP, … */
  holder: string;
  /** The upstream's name. */
  member: string;
  /** The requested place, in `filterKey`'s form. */
  place: string;
  /** The customer's own session id. */
  sid: string;
  /** When the session began, in milliseconds. */
  start: number;
  /** Which try this is: an upstream that lost a session gets a new token. */
  attempt: number;
}

/** Returns the text whose HMAC by the installation's key is the token. */
function identityText({ holder, member, place, sid, start, attempt }: SessionIdentity) {
  // As JSON no part can reach into its neighbour.
  return JSON.stringify(["upstream session", holder, member, place, sid, start, attempt]);
}

/** How often a token is made anew because it contains the customer's word by chance. */
const TRIES = 64;

/**
 * Returns a session's token. `mac`: HMAC-SHA-256 by the installation's key; `written`: how the
 * upstream's user name writes a token, which must not contain the customer's own word.
 */
export function sessionToken(
  identity: SessionIdentity,
  mac: (text: string) => Uint8Array,
  written: (token: Uint8Array) => string = (token) => lettersOf(token, 8),
): Uint8Array {
  const text = identityText(identity);
  const sid = identity.sid.toLowerCase();
  let token = mac(text);
  for (let again = 1; again < TRIES && written(token).toLowerCase().includes(sid); again += 1) {
    token = mac(`${text} ${again}`);
  }
  return token;
}

const letters = "0123456789abcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 36 that fits a byte: bytes above it would prefer the first letters. */
const FAIR = 252;

/** Returns `length` letters and digits of a token. */
export function lettersOf(token: Uint8Array, length: number): string {
  let text = "";
  for (let at = 0; text.length < length && at < token.length; at += 1) {
    const byte = token[at] ?? 0;
    if (byte < FAIR) text += letters[byte % letters.length];
  }
  // A token with too many large bytes is rarer than a broken HMAC; it still gives an id.
  return text.padEnd(length, "0");
}

/** Returns a number of a range as text. */
export function digitsOf(token: Uint8Array, range: { first: number; last: number }): string {
  return String(range.first + (numberOf(token) % (range.last - range.first + 1)));
}

/** Returns the first 48 bits of a token, a number below 2⁴⁸. */
export function numberOf(token: Uint8Array): number {
  let number = 0;
  for (let at = 0; at < 6; at += 1) number = number * 256 + (token[at] ?? 0);
  return number;
}
