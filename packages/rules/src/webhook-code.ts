/**
 * How a customer's program checks the signature of a webhook, in the languages that people bring:
 * each is a function to paste that needs no package. The signature is HMAC-SHA256 over id, instant
 * and body (Standard Webhooks); a header may bear several, since two secrets sign for a day.
 */

export const verifyLanguages = ["node", "python"] as const;
export type VerifyLanguage = (typeof verifyLanguages)[number];

/** So many seconds an instant may be off before a delivery counts as sent again by somebody. */
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

/** The function, as it is pasted; `body` is what arrived, before anything parsed it. */
export function verifyCode(language: VerifyLanguage): string {
  return { node, python }[language];
}
