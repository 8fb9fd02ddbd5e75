/** The form of a webhook: its values, their validation, and the requests. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { CallParameters } from "../../lib/call.ts";
import type { Webhook } from "./webhook-text.ts";

export interface WebhookValues extends Record<string, unknown> {
  url: string;
  description: string;
  /** Every event, including those of later versions. */
  all: boolean;
  /** Only used if `all` is false. */
  events: WebhookEvent[];
}

/** The form's initial values, for a new or an existing webhook. */
export function valuesOf(webhook: Webhook | null): WebhookValues {
  if (!webhook) return { url: "", description: "", all: true, events: [] };
  const { url, description, events } = webhook;
  return { url, description, all: events.length === 0, events };
}

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

/** The request of `webhookAdd`. */
export function additionOf(values: WebhookValues): CallParameters<"webhookAdd"> {
  const { url, description, all, events } = values;
  return { url: url.trim(), description: description.trim(), events: all ? [] : events };
}

/** The request of `webhookUp`: omits an unchanged address, since sending it may require a code. */
export function changeOf(webhook: Webhook, values: WebhookValues): CallParameters<"webhookUp"> {
  const { url, ...rest } = additionOf(values);
  return { id: webhook.id, ...rest, ...(url === webhook.url ? {} : { url }) };
}
