/** Reads one endpoint string, as `endpoint.ts` writes them and as people paste them. */
import type { EndpointProtocol } from "./endpoint.ts";

export interface GivenEndpoint {
  /** What a URL's scheme says; null where nothing was said. */
  protocol: EndpointProtocol | null;
  /** Lower case; an IPv6 address without its brackets. */
  host: string;
  port: number;
  /** Both empty where the endpoint has none. */
  username: string;
  password: string;
}

const SCHEME = /^(http|socks5h?):\/\//i;
const ADDRESS = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+):(\d{1,5})$/i;
const CREDENTIALS = /^([^\s:@/]+):([^\s:@/]+)$/;
/** A host that is a name or an address, then a port, a user and a password, by colons alone. */
const COLONS = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+):(\d{1,5}):([^\s:@/]+):([^\s:@/]+)$/i;

/**
 * Reads `host:port:user:password`, `user:password@host:port`, `host:port`, each also as a URL
 * (http://, socks5://, socks5h://). Null where it is none of them.
 */
export function readEndpoint(text: string): GivenEndpoint | null {
  const given = text.trim();
  const scheme = SCHEME.exec(given)?.[1]?.toLowerCase();
  const isUrl = scheme !== undefined;
  const rest = isUrl ? given.replace(SCHEME, "").replace(/\/$/, "") : given;
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

function endpoint(given: Omit<GivenEndpoint, "port"> & { port: string }): GivenEndpoint | null {
  const port = Number(given.port);
  if (port < 1 || port > 65_535) return null;
  return { ...given, host: given.host.replace(/^\[|\]$/g, "").toLowerCase(), port };
}

/** Percent-encoding as URLs have it; what is not well-formed stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
