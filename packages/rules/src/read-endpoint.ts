/** Parses an endpoint string, as written by `endpoint.ts` or as people paste them. */
import type { EndpointProtocol } from "./endpoint.ts";

export interface ParsedEndpoint {
  /** The protocol of the URL's scheme; null if there is no scheme. */
  protocol: EndpointProtocol | null;
  /** Lower case; an IPv6 address without brackets. */
  host: string;
  port: number;
  /** Both empty if the endpoint has none. */
  username: string;
  password: string;
}

const SCHEME = /^(http|socks5h?):\/\//i;
const ADDRESS = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+):(\d{1,5})$/i;
const CREDENTIALS = /^([^\s:@/]+):([^\s:@/]+)$/;
/** A host name or address, then port, user and password, separated by colons. */
const COLONS = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+):(\d{1,5}):([^\s:@/]+):([^\s:@/]+)$/i;

/**
 * Parses `host:port:user:password`, `user:password@host:port` or `host:port`, each also as a URL
 * (http://, socks5://, socks5h://). Returns null if it is none of them.
 */
export function readEndpoint(text: string): ParsedEndpoint | null {
  const trimmed = text.trim();
  const scheme = SCHEME.exec(trimmed)?.[1]?.toLowerCase();
  const isUrl = scheme !== undefined;
  const rest = isUrl ? trimmed.replace(SCHEME, "").replace(/\/$/, "") : trimmed;
  const protocol = isUrl ? (scheme === "http" ? "http" : "socks5") : null;
  const colons = COLONS.exec(rest);
  if (colons) {
    const [, host = "", port = "", username = "", password = ""] = colons;
    return endpoint({ protocol, host, port, username, password });
  }
  const at = rest.lastIndexOf("@");
  const address = ADDRESS.exec(rest.slice(at + 1));
  const credentials = at < 0 ? ["", "", ""] : CREDENTIALS.exec(rest.slice(0, at));
  if (!address || !credentials) return null;
  const [, username = "", password = ""] = credentials.map((each) =>
    isUrl ? decoded(each) : each,
  );
  return endpoint({ protocol, host: address[1] ?? "", port: address[2] ?? "", username, password });
}

function endpoint(given: Omit<ParsedEndpoint, "port"> & { port: string }): ParsedEndpoint | null {
  const port = Number(given.port);
  if (port < 1 || port > 65_535) return null;
  return { ...given, host: given.host.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

/** Decodes percent-encoding as in URLs; malformed text stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
