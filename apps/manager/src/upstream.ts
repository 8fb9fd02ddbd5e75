/** The upstream of a local port: a bought endpoint, as the dashboard or a person wrote it. */
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { readEndpoint } from "@turnpike/rules/read-endpoint.ts";

export interface Upstream {
  protocol: EndpointProtocol;
  /** Lower case; an IPv6 address without its brackets. */
  host: string;
  port: number;
  /** Both are empty if the endpoint requires none. */
  username: string;
  password: string;
}

/** RFC 1929 §2: each has a length of one byte. */
const SOCKS_TEXT_MAX = 255;

/**
 * Reads a line of any of the dashboard's list formats, such as `host:port:user:password` or a URL;
 * without a scheme it is an HTTP proxy. Null for any other text, or if the protocol cannot encode
 * the credentials.
 */
export function readUpstream(text: string): Upstream | null {
  const read = readEndpoint(text);
  if (!read) return null;
  const upstream: Upstream = { ...read, protocol: read.protocol ?? "http" };
  return canSay(upstream) ? upstream : null;
}

function canSay({ protocol, username, password }: Upstream): boolean {
  // Basic credentials end the user name at the first colon (RFC 7617 §2).
  if (protocol === "http") return !username.includes(":");
  return [username, password].every((part) => Buffer.byteLength(part) <= SOCKS_TEXT_MAX);
}

/** `host:port`, an IPv6 address in brackets; without credentials, so it may be shown. */
export function upstreamAddress({ host, port }: Pick<Upstream, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The value of `Proxy-Authorization`, or null if there are no credentials. */
export function basicCredentials({ username, password }: Upstream): string | null {
  if (username === "") return null;
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Shorter secrets occur in other words by chance. */
const SECRET_IN_WORDS = 4;

/**
 * The text if it does not contain the upstream's credentials, otherwise "": everyone who reads the
 * list of local ports can see it.
 */
export function emptyIfSecret(text: string, upstream: Upstream): string {
  const { username, password } = upstream;
  const basic =
    basicCredentials(upstream)
      ?.slice("Basic ".length)
      .replace(/(?<!=)=+$/, "") ?? "";
  const secrets = [username, password].map((each) => Buffer.from(each).toString());
  const low = text.toLowerCase();
  const words = new Set(low.split(/[^\p{L}\p{N}]+/u));
  const hasSecret = [basic, ...secrets, ...secrets.map(encodeURIComponent)]
    .map((secret) => secret.toLowerCase())
    .some((secret) =>
      secret.length < SECRET_IN_WORDS && /^[\p{L}\p{N}]*$/u.test(secret)
        ? secret !== "" && words.has(secret)
        : low.includes(secret),
    );
  return hasSecret ? "" : text;
}

/** Whether both are the same endpoint with the same credentials. */
export function isSameUpstream(one: Upstream, other: Upstream): boolean {
  return (
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.port === other.port &&
    one.username === other.username &&
    one.password === other.password
  );
}
