/**
 * Endpoint strings: the formats in which programs accept a proxy. Host, port, user name and
 * password are given; `username.ts` defines the user name's grammar (spec/gateway#user-name).
 */
import { csvCell } from "./csv.ts";

export type EndpointProtocol = "http" | "socks5";

/** A proxy that a customer can connect to. */
export interface Endpoint {
  protocol: EndpointProtocol;
  host: string;
  port: number;
  username: string;
  password: string;
}

/** List formats that proxy tools read, in the order in which they are offered. */
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

/** Maximum number of endpoints generated at once, and the length of a session id. */
export const endpointCountMax = 1000;
export const sidLength = 10;

const sidAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Puts an IPv6 literal in brackets, since a port follows it. */
function authority(endpoint: Endpoint): string {
  const host = endpoint.host.includes(":") ? `[${endpoint.host}]` : endpoint.host;
  return `${host}:${endpoint.port}`;
}

/** Formats the endpoint as a URL; user and password are percent-encoded. */
export function endpointUrl(endpoint: Endpoint, scheme: string = endpoint.protocol): string {
  const user = encodeURIComponent(endpoint.username);
  const pass = encodeURIComponent(endpoint.password);
  return `${scheme}://${user}:${pass}@${authority(endpoint)}`;
}

const csvHeader = "protocol,host,port,username,password";
/** Formats one endpoint as a line of a list: CSV without header, JSON as an object on one line. */
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
      return [protocol, host, port, username, password].map(csvCell).join(",");
    case "json":
      return JSON.stringify({ protocol, host, port, username, password });
  }
}

/** Formats a whole list as a file: one endpoint per line, a header for CSV, an array for JSON. */
export function formatEndpoints(endpoints: Endpoint[], format: EndpointFormat): string {
  const lines = endpoints.map((endpoint) => formatEndpoint(endpoint, format));
  if (format === "json") return lines.length === 0 ? "[]\n" : `[\n  ${lines.join(",\n  ")}\n]\n`;
  if (format === "csv") lines.unshift(csvHeader);
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns the file name extension for the format. */
export function endpointFileEnding(format: EndpointFormat): "txt" | "csv" | "json" {
  return format === "csv" || format === "json" ? format : "txt";
}

/**
 * Derives distinct session ids from random bytes, `sidLength` bytes each. Bytes that would repeat
 * an id are skipped, so fewer ids than requested may be returned.
 */
export function sidsFrom(random: Uint8Array): string[] {
  const sids = new Set<string>();
  for (let start = 0; start + sidLength <= random.length; start += sidLength) {
    const part = random.subarray(start, start + sidLength);
    sids.add(Array.from(part, (byte) => sidAlphabet[byte % sidAlphabet.length]).join(""));
  }
  return [...sids];
}
