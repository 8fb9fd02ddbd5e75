/** Formats of e-mail addresses, passwords and names (spec/sign-in#credentials). */
import { toAscii } from "./domain-name.ts";

const EMAIL_MAX = 254;
const LOCAL_PART_MAX = 64;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** Returns whether mail can be sent to it: `local@domain.tld`, no quotes, no comments. */
export function isEmail(text: string): boolean {
  return asciiEmail(text) !== null;
}

/**
 * Returns the form in which an address is stored, compared and sent to: in lower case, with its
 * domain in ASCII (`münchen.example` is `xn--mnchen-3ya.example`); null if mail cannot be sent to
 * it. The part before the @ has to be ASCII, as many mail servers accept no other.
 */
export function asciiEmail(text: string): string | null {
  const sign = text.lastIndexOf("@");
  if (sign < 1 || sign > LOCAL_PART_MAX || text.length > EMAIL_MAX) return null;
  const [local, domain] = [text.slice(0, sign), toAscii(text.slice(sign + 1))];
  if (domain === null || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return null;
  const email = `${local}@${domain}`.toLowerCase();
  return email.length > EMAIL_MAX ? null : email;
}

/** Registration password: starts with a letter, 8-20 visible ASCII characters. */
export function isRegistrationPassword(text: string): boolean {
  return /^[A-Za-z][\x21-\x7e]{7,19}$/.test(text);
}

/** Settings password: 8-20 characters with digits, both cases and symbols. */
export function isSettingsPassword(text: string): boolean {
  if (!/^[\x21-\x7e]{8,20}$/.test(text)) return false;
  return [/[0-9]/, /[a-z]/, /[A-Z]/, /[^0-9a-zA-Z]/].every((kind) => kind.test(text));
}

/** Sub-account or static account name, or a password from before: 6-22 letters and digits. */
export function isProxyCredential(text: string): boolean {
  return /^[A-Za-z0-9]{6,22}$/.test(text);
}

/** A new password of digits only has at least this many; fewer are searched too quickly. */
export const fewestDigits = 10;

/** New password of a sub-account, static IP, opened IP or unlimited port. */
export function isProxyPassword(text: string): boolean {
  return isProxyCredential(text) && (text.length >= fewestDigits || /[A-Za-z]/.test(text));
}

/** Name or password of a proxy that a customer brought along from another program. */
export function isOldProxyText(text: string): boolean {
  return /^[A-Za-z0-9_.@-]{1,64}$/.test(text);
}
