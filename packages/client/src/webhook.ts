/** Proves that a webhook's request comes from the provider (Standard Webhooks, standardwebhooks.com). */
import type { WebhookData, WebhookEvent } from "./calls.gen.ts";

interface Told<K extends WebhookEvent> {
  /** The same at each try and each replay: what was seen already is to be passed over. */
  id: string;
  type: K;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: WebhookData[K];
}
/** One of the events, by its `type`; a later version may know more: pass over what is unknown. */
export type WebhookMessage = { [K in WebhookEvent]: Told<K> }[WebhookEvent];
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

/** The request is not from the provider, was changed on its way, or is too old. */
export class WebhookForged extends Error {
  override name = "WebhookForged";
}

const toleranceSeconds = 5 * 60;
const encoder = new TextEncoder();

/**
 * Checks a webhook's signature and age, and answers what it tells. `body` is what arrived, byte by
 * byte: parsed and written again it is another text. `secret` is `whsec_…`, or several.
 * @throws WebhookForged
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  nowMs = Date.now(),
): Promise<WebhookMessage> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature");
  if (!id || !timestamp || !signatures) throw new WebhookForged("a header is missing");
  const age = Math.abs(nowMs / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookForged("the timestamp is more than five minutes off");
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === "string" ? [secret] : secret;
  for (const one of secrets) if (await isSigned(signed, one, signatures)) return read(id, bytes);
  throw new WebhookForged("no signature fits");
}

/** While a secret is renewed a request bears two signatures. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  secret: string,
  signatures: string,
): Promise<boolean> {
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (key === null || key.length === 0) throw new TypeError("the secret is not a webhook's");
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
  for (const one of signatures.split(" ").slice(0, 10)) {
    const signature = one.startsWith("v1,") ? fromBase64(one.slice(3)) : null;
    // `verify` compares in constant time.
    if (signature && (await crypto.subtle.verify("HMAC", imported, signature, signed))) return true;
  }
  return false;
}

function read(id: string, bytes: Uint8Array): WebhookMessage {
  try {
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage), id };
  } catch {
    throw new WebhookForged("the body is not JSON");
  }
}

function header(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : "";
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
