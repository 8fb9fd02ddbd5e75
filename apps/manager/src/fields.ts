/** Header fields of forwarded requests and responses (RFC 9110 §7.6.1). */
import type { IncomingMessage } from "node:http";
import type { Target } from "@turnpike/rules/destination.ts";

/** Hop-by-hop fields, and the client's credentials, which are not passed to the upstream. */
const hopByHop = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** They frame and address a message: `Connection` must not remove them. */
const framing = new Set(["content-length", "host", "transfer-encoding"]);

/**
 * Whether a body has a transfer coding other than chunked, the only one decoded here
 * (RFC 9112 §6.1).
 */
export function hasUnsupportedCoding(coding: string | undefined): boolean {
  return coding !== undefined && coding.trim().toLowerCase() !== "chunked";
}

/** The end-to-end fields of Node's `rawHeaders`, in their original order and spelling. */
export function forwardedFields(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
  const connectionOptions = new Set(
    pairs
      .filter(([name]) => name?.toLowerCase() === "connection")
      .flatMap(([, value = ""]) => value.toLowerCase().split(","))
      .map((name) => name.trim())
      .filter((name) => !framing.has(name)),
  );
  return pairs
    .filter(
      ([name = ""]) =>
        !hopByHop.has(name.toLowerCase()) && !connectionOptions.has(name.toLowerCase()),
    )
    .flat();
}

/** The header fields of a forwarded request; `Host` is the target's (RFC 9112 §3.2.2). */
export function requestFields(
  request: IncomingMessage,
  target: Target,
  credentials: string | null,
): string[] {
  const host = target.port === 80 ? target.authority.replace(/:80$/, "") : target.authority;
  const kept = forwardedFields(request.rawHeaders);
  const fields = ["Host", host];
  for (let at = 0; at < kept.length; at += 2) {
    const [name = "", value = ""] = kept.slice(at, at + 2);
    if (name.toLowerCase() !== "host") fields.push(name, value);
  }
  if (request.headers["transfer-encoding"] !== undefined) {
    fields.push("Transfer-Encoding", "chunked");
  }
  if (credentials) fields.push("Proxy-Authorization", credentials);
  fields.push("Connection", "close");
  return fields;
}
