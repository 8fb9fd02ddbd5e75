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
/** A host name or address, and a port. */
const ADDRESS = String.raw`(?<host>\[[0-9a-f:.]+\]|[^\s:@/[\]]+):(?<port>\d{1,5})`;
const CREDENTIALS = String.raw`(?<username>[^\s:@/]+):(?<password>[^\s:@/]+)`;
const reading = (pattern: string) => new RegExp(`^${pattern}$`, "i");
/** The preferred reading is first. */
const anyReadings = [
  reading(ADDRESS),
  reading(`${ADDRESS}:${CREDENTIALS}`),
  reading(`${CREDENTIALS}@${ADDRESS}`),
  reading(`${CREDENTIALS}:${ADDRESS}`),
];
const bareReadings = [...anyReadings, reading(`${ADDRESS}@${CREDENTIALS}`)];

/**
 * Parses `host:port:user:password`, `user:password:host:port`, `user:password@host:port` or
 * `host:port`, each also as a URL (http://, socks5://, socks5h://), and `host:port@user:password`.
 * Returns null if it is none of them. If a text can be read in two ways, as a password may look
 * like a port, the one whose host looks like a host counts.
 */
export function readEndpoint(text: string): ParsedEndpoint | null {
  const trimmed = text.trim();
  const scheme = SCHEME.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined) return parsed(trimmed, bareReadings, { protocol: null });
  const rest = trimmed.replace(SCHEME, "").replace(/\/$/, "");
  return parsed(rest, anyReadings, { protocol: scheme === "http" ? "http" : "socks5" });
}

function parsed(
  text: string,
  readings: readonly RegExp[],
  { protocol }: Pick<ParsedEndpoint, "protocol">,
): ParsedEndpoint | null {
  const found = readings.flatMap((pattern) => {
    const { host = "", port = "", username = "", password = "" } = pattern.exec(text)?.groups ?? {};
    const isPort = Number(port) >= 1 && Number(port) <= 65_535;
    return isPort ? [{ host, port: Number(port), username, password }] : [];
  });
  const best = found.find(({ host }) => /[.[]|^localhost$/i.test(host)) ?? found[0];
  if (!best) return null;
  // Percent-encoding belongs to URLs, which have the credentials before an @.
  const decode = protocol !== null && text.includes("@") ? decoded : (part: string) => part;
  return {
    protocol,
    host: best.host.replace(/^\[|\]$/g, "").toLowerCase(),
    port: best.port,
    username: decode(best.username),
    password: decode(best.password),
  };
}

/** Decodes percent-encoding as in URLs; malformed text stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
