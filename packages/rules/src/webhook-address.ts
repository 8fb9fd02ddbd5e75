/** Which URLs webhooks may have: the gateway's deny table applies here too. */
import { type DestinationPolicy, judgeTarget, parseHost, type Target } from "./destination.ts";

/** The longest URL accepted, shown and stored. */
const maxLength = 500;

export type WebhookAddress =
  | { ok: true; url: URL; target: Target }
  | { ok: false; why: "badWebhookUrl" | "internalWebhookUrl" };

const defaultPorts: Record<string, number> = { "https:": 443, "http:": 80 };
const bad = { ok: false, why: "badWebhookUrl" } as const;

/**
 * Parses a URL: https (or http if `plain`), without user and password; of numeric hosts only
 * canonical `a.b.c.d` and IPv6 in brackets. The addresses that a name resolves to are checked when
 * it is dialled.
 */
export function readWebhookUrl(
  text: string,
  { plain, policy }: { plain: boolean; policy: DestinationPolicy },
): WebhookAddress {
  // URL parsers are lenient: refuse what they would drop or replace.
  if (text.length > maxLength || /[\s\\]/.test(text) || !URL.canParse(text)) return bad;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(plain && url.protocol === "http:")) return bad;
  const written = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (written === undefined || written.includes("@")) return bad;
  if (url.username !== "" || url.password !== "") return bad;
  const port = url.port === "" ? defaultPorts[url.protocol] : Number(url.port);
  const read = parseHost(url.hostname, port ?? 0);
  if ("bad" in read) return bad;
  const { target } = read;
  const host = written.replace(/:\d*$/, "").toLowerCase();
  if (target.kind !== "name" && host !== url.hostname) return bad;
  const verdict = judgeTarget(target, policy);
  if (verdict.verdict === "refuse")
    return verdict.reason === "portBlocked" ? bad : { ok: false, why: "internalWebhookUrl" };
  return { ok: true, url, target };
}
