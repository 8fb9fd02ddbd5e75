/** The form of a webhook: its values, their validation, and the requests. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { CallParameters } from "../../lib/call.ts";
import type { Webhook } from "./webhook-text.ts";

/** In the form: every event, including those of later versions. */
export const ALL = "all";

export type UrlError = "missing" | "noUrl" | "scheme" | "login";

/**
 * Checks an address's syntax. Whether plain http is allowed, and where a host name resolves to, is
 * checked by the server.
 */
export function validateUrl(typed: string): UrlError | null {
  const text = typed.trim();
  if (text === "") return "missing";
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^https?:/i.test(text)) return "scheme";
  if (/\s/.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return "noUrl";
  const { username, password } = new URL(text);
  return username || password ? "login" : null;
}

type Values = Record<string, unknown>;

/** The request of `webhookAdd`. */
export function additionOf({ url, description, events }: Values): CallParameters<"webhookAdd"> {
  return {
    url: String(url),
    description: String(description ?? ""),
    events: events === ALL ? [] : (String(events).split(",") as WebhookEvent[]),
  };
}

/** The request of `webhookUp`: omits an unchanged address, since sending it may require a code. */
export function changeOf(webhook: Webhook, values: Values): CallParameters<"webhookUp"> {
  const { url, ...rest } = additionOf(values);
  return { id: webhook.id, ...rest, ...(url === webhook.url ? {} : { url }) };
}
