/** What the form of a webhook holds, how it is judged, and what is sent of it. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { Question } from "../../lib/call.ts";
import type { Webhook } from "./webhook-text.ts";

export interface WebhookValues extends Record<string, unknown> {
  url: string;
  description: string;
  /** Every event, those of later versions too. */
  all: boolean;
  /** Counts where not all are meant. */
  events: WebhookEvent[];
}

/** The form of a new webhook, or of one that is there. */
export function valuesOf(webhook: Webhook | null): WebhookValues {
  if (!webhook) return { url: "", description: "", all: true, events: [] };
  const { url, description, events } = webhook;
  return { url, description, all: events.length === 0, events };
}

export type UrlFault = "missing" | "noUrl" | "scheme" | "login";

/**
 * What is wrong with an address at first sight. Whether plain http will do, and where a name
 * leads, the server knows.
 */
export function urlFault(typed: string): UrlFault | null {
  const text = typed.trim();
  if (text === "") return "missing";
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^https?:/i.test(text)) return "scheme";
  if (/\s/.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return "noUrl";
  const { username, password } = new URL(text);
  return username || password ? "login" : null;
}

/** The question of `webhookAdd`. */
export function additionOf(values: WebhookValues): Question<"webhookAdd"> {
  const { url, description, all, events } = values;
  return { url: url.trim(), description: description.trim(), events: all ? [] : events };
}

/** The question of `webhookUp`: an address that stays is not sent, since it may ask for a code. */
export function changeOf(webhook: Webhook, values: WebhookValues): Question<"webhookUp"> {
  const { url, ...rest } = additionOf(values);
  return { id: webhook.id, ...rest, ...(url === webhook.url ? {} : { url }) };
}
