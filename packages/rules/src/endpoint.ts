/**
 * Endpoint strings: how one proxy is written down for the programs that will use it. Host, port,
 * user name and password come ready made; the user name's grammar is `username.ts`
 * (spec/gateway#user-name).
 */
import { csvField } from "./csv.ts";

export type EndpointProtocol = "http" | "socks5";

/** One proxy that a customer can connect to. */
export interface Endpoint {
  protocol: EndpointProtocol;
  host: string;
  port: number;
  username: string;
  password: string;
}

/** The list formats that proxy tools read, in the order in which they are offered. */
export const endpointFormats = [
  "host:port:user:pass",
  "user:pass@host:port",
  "user:pass:host:port",
  "host:port@user:pass",
  "url",
  "csv",
  "json",
] as const;
export type EndpointFormat = (typeof endpointFormats)[number];

/** How many endpoints are generated at once, and how long a session id is. */
export const endpointCountMax = 1000;
export const sidLength = 10;

const sidAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** An IPv6 literal stands in brackets wherever a port follows it. */
function authority(endpoint: Endpoint): string {
  const host = endpoint.host.includes(":") ? `[${endpoint.host}]` : endpoint.host;
  return `${host}:${endpoint.port}`;
}

/** The endpoint as a URL, user and password percent-encoded where they have to be. */
export function endpointUrl(endpoint: Endpoint, scheme: string = endpoint.protocol): string {
  const user = encodeURIComponent(endpoint.username);
  const pass = encodeURIComponent(endpoint.password);
  return `${scheme}://${user}:${pass}@${authority(endpoint)}`;
}

const csvHeader = "protocol,host,port,username,password";
/** One endpoint as one line of a list; CSV without its header, JSON as an object on one line. */
export function formatEndpoint(endpoint: Endpoint, format: EndpointFormat): string {
  const { username, password, protocol, host, port } = endpoint;
  switch (format) {
    case "host:port:user:pass":
      return `${authority(endpoint)}:${username}:${password}`;
    case "user:pass@host:port":
      return `${username}:${password}@${authority(endpoint)}`;
    case "user:pass:host:port":
      return `${username}:${password}:${authority(endpoint)}`;
    case "host:port@user:pass":
      return `${authority(endpoint)}@${username}:${password}`;
    case "url":
      return endpointUrl(endpoint);
    case "csv":
      return [protocol, host, port, username, password].map(csvField).join(",");
    case "json":
      return JSON.stringify({ protocol, host, port, username, password });
  }
}

/** The whole list as the text of a file: one endpoint a line, a header for CSV, an array for JSON. */
export function formatEndpoints(endpoints: Endpoint[], format: EndpointFormat): string {
  const lines = endpoints.map((endpoint) => formatEndpoint(endpoint, format));
  if (format === "json") return lines.length === 0 ? "[]\n" : `[\n  ${lines.join(",\n  ")}\n]\n`;
  if (format === "csv") lines.unshift(csvHeader);
  return lines.map((line) => `${line}\n`).join("");
}

/** The ending of the file's name that suits the format. */
export function endpointFileEnding(format: EndpointFormat): "txt" | "csv" | "json" {
  return format === "csv" || format === "json" ? format : "txt";
}

/**
 * Session ids out of random bytes that the caller brings, `sidLength` bytes each, without repeats:
 * bytes that would repeat an id are skipped, so the answer may be shorter than what was asked for.
 */
export function sidsFrom(random: Uint8Array): string[] {
  const sids = new Set<string>();
  for (let start = 0; start + sidLength <= random.length; start += sidLength) {
    const part = random.subarray(start, start + sidLength);
    sids.add(Array.from(part, (byte) => sidAlphabet[byte % sidAlphabet.length]).join(""));
  }
  return [...sids];
}
