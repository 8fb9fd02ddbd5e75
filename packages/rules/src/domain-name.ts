/** Domain names in other scripts than Latin. */

/** Returns the punycode of a name in another script (UTS 46); null if there is none. */
export function toAscii(name: string): string | null {
  if (/^[\u0021-\u007e]+$/.test(name)) return name;
  // Characters that end a URL's host, or are decoded in it, are not part of names.
  if (/[\s/\\?#@:%[\]<>^|]/.test(name)) return null;
  try {
    const { hostname } = new URL(`http://${name}`);
    // Digits of other scripts are not accepted in addresses.
    return /^[\d.]+$/.test(hostname) ? null : hostname;
  } catch {
    return null;
  }
}
