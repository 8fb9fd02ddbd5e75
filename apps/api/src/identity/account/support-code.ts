/** The support address as a QR code to scan (spec/accounts#home). */
import { qrCode } from "../../platform/qr-code.ts";

const LONGEST = 1000;
const drawn = new Map<string, string>();

/** An SVG as data URL; each address is drawn once. */
export function supportCode(address: string): string {
  const text = address.slice(0, LONGEST);
  const known = drawn.get(text);
  if (known) return known;
  const url = qrCode(text);
  drawn.set(text, url);
  return url;
}
