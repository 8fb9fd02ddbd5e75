/**
 * Sample code that verifies the signature of a webhook: each is a function to paste that needs no
 * package. The signature is HMAC-SHA256 over id, timestamp and body (Standard Webhooks); a header
 * may contain several, since two secrets are in use for a day after a change.
 */

export const verifyLanguages = ["node", "python"] as const;
export type VerifyLanguage = (typeof verifyLanguages)[number];

/** How many seconds a timestamp may be off before the delivery counts as replayed. */
const TOLERANCE_S = 300;

const node = `import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": given } = headers;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest();
  const fresh = Math.abs(Date.now() / 1000 - at) < ${TOLERANCE_S};
  return fresh && String(given).split(" ").some((one) => {
    const bytes = Buffer.from(one.slice("v1,".length), "base64");
    return bytes.length === mac.length && timingSafeEqual(bytes, mac);
  });
}
`;

const python = `import base64, hmac, time

def is_genuine(secret, headers, body):
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) >= ${TOLERANCE_S}:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256")
    wanted = b"v1," + base64.b64encode(mac)
    given = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(wanted, one) for one in given)
`;

/** Returns the function to paste; `body` must be the raw body as received. */
export function verifyCode(language: VerifyLanguage): string {
  return { node, python }[language];
}
