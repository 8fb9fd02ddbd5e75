/** A strict parser for `Proxy-Authorization: Basic` (RFC 7617). */

export type ReadAuthorization =
  | { username: string; password: string }
  | { none: true }
  /** Answer with 407, as for wrong credentials. */
  | { bad: string };

/** Enough for the longest name and password of SOCKS5. */
const CREDENTIALS_MAX = 1024;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses the field's value; null if the field is absent. */
export function parseProxyAuthorization(value: string | null): ReadAuthorization {
  if (value === null) return { none: true };
  if (value.length > CREDENTIALS_MAX * 2) return { bad: "credentials too long" };
  const encoded = BASIC.exec(value)?.[1];
  if (encoded === undefined) return { bad: "not Basic" };
  const bytes = Buffer.from(encoded, "base64");
  // Only the canonical spelling: complete padding and no stray bits in the last character.
  if (bytes.toString("base64") !== encoded) return { bad: "not canonical base64" };
  const text = decodeText(bytes);
  const colon = text.indexOf(":");
  if (colon < 0) return { bad: "no colon" };
  if (hasControl(text)) return { bad: "control character" };
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Decodes credentials as UTF-8 if that is valid, otherwise one character per byte. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
