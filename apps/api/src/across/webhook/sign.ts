/** Signs deliveries by Standard Webhooks 1.0 (standardwebhooks.com), symmetric, `v1`. */
import { createHmac } from "node:crypto";
import type { Services } from "../../platform/services.ts";
import type { WebhookRow } from "./store/webhooks.ts";

const SECRET_BYTES = 24;
const PREFIX = "whsec_";

/** Creates a secret in the form shown to its holder. */
export function newSecret({ world }: Pick<Services, "world">): string {
  return PREFIX + world.random(SECRET_BYTES).toString("base64");
}

/** Returns one signature of `id.timestamp.body`. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8");
  return `v1,${signed.digest("base64")}`;
}

type Secrets = Pick<WebhookRow, "sealedSecret" | "sealedPrevious" | "previousUntil">;

/** Returns a delivery's headers. For a day after a renewal, both secrets sign. */
export function signedHeaders(
  { seal, world }: Pick<Services, "seal" | "world">,
  secrets: Secrets,
  { eventId: id, body }: { eventId: string; body: string },
): Record<string, string> {
  // The real clock, not the lab's: the receiver compares the timestamp with its own clock.
  const timestamp = Math.floor((world.now() - world.offsetMs()) / 1_000);
  const { sealedSecret, sealedPrevious, previousUntil } = secrets;
  const signs = [seal.open(sealedSecret)];
  if (sealedPrevious !== null && (previousUntil?.getTime() ?? 0) > world.now())
    signs.push(seal.open(sealedPrevious));
  const signatures = signs.map((secret) => signatureOf(secret, { id, timestamp, body }));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
