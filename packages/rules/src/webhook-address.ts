/** Where a webhook may lead: the deny table of the gateway holds here too. */
import { type DestinationPolicy, judgeTarget, parseHost, type Target } from "./destination.ts";

/** As typed; so long an address stands in lists and in the database. */
const mostLength = 500;

export type WebhookAddress =
  | { ok: true; url: URL; target: Target }
  | { ok: false; why: "badWebhookUrl" | "internalWebhookUrl" };

const defaultPorts: Record<string, number> = { "https:": 443, "http:": 80 };
const bad = { ok: false, why: "badWebhookUrl" } as const;

/**
 * Reads an address: https (http too where `plain`), without name and password; of numbers only
 * `a.b.c.d` and IPv6 in brackets count, in the one spelling that stays the same. What a name
 * resolves to is judged when it is dialled.
 */
export function readWebhookUrl(
  text: string,
  { plain, policy }: { plain: boolean; policy: DestinationPolicy },
): WebhookAddress {
  // An URL is read leniently by many: what they would drop or turn round is refused.
  if (text.length > mostLength || /[\s\\]/.test(text) || !URL.canParse(text)) return bad;
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
