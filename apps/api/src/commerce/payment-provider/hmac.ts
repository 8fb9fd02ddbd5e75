/** Signatures of webhooks by a shared secret. */
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a header is the HMAC of a body, in hexadecimal and after a prefix such as `sha256=`.
 * Compares in constant time, wherever the first difference is.
 */
export function isHmac(
  hash: "sha256" | "sha512",
  {
    body,
    secret,
    signature,
    prefix = "",
  }: {
    body: Buffer | string;
    secret: string;
    signature: string | string[] | undefined;
    prefix?: string;
  },
): boolean {
  const expected = Buffer.from(prefix + createHmac(hash, secret).update(body).digest("hex"));
  const given = Buffer.from(typeof signature === "string" ? signature : "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
