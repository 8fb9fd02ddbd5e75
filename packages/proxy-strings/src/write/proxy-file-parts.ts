/** Helpers that the proxy file formats share: addresses, encodings, comments. */
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";

/** A proxy as passed to the formats. */
export interface Proxy {
  /** Position, starting at 1. */
  at: number;
  host: string;
  port: number;
  /** Empty: no user, the client's address is whitelisted. */
  user: string;
  password: string;
  country: string;
  city: string;
  /** Unique within the file; one line. */
  name: string;
  /** The link that changes its address; empty if it has none. */
  changeIp: string;
}
export interface Shaping {
  protocol: EndpointProtocol;
  /** Name of the group of proxies: letters, digits, spaces, `.`, `_`, `-`. */
  name: string;
  most: number;
}
/** Writer of one file; it keeps the state that the end of the file needs. */
export interface Shape {
  begin: string;
  one: (proxy: Proxy) => string;
  /** `left`: the number of proxies that did not fit. */
  end: (left: number) => string;
}

/** Makes a text one line, without control characters and lone surrogates. */
export const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();

/** Formats `host:port`, with an IPv6 host in brackets. */
export const authority = ({ host, port }: Pick<Proxy, "host" | "port">) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Percent-encodes all but letters, digits, `-`, `.`, `_`: safe in shells, quotes, before `@`. */
export const encodedPart = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns `user:password`, percent-encoded, or nothing if there is no user. */
export const encodedLogin = ({ user, password }: Pick<Proxy, "user" | "password">) =>
  user === "" ? "" : `${encodedPart(user)}:${encodedPart(password)}`;

/** Returns the proxy's URL, without `user:password@` if it has no user. */
export function proxyUrl(proxy: Proxy, scheme: string): string {
  const login = encodedLogin(proxy);
  return `${scheme}://${login === "" ? "" : `${login}@`}${authority(proxy)}`;
}

/** With `socks5h` the proxy resolves the target's name instead of the customer's machine. */
export const remoteDnsScheme = (protocol: EndpointProtocol) =>
  protocol === "socks5" ? "socks5h" : "http";

/**
 * A string literal for JSON, YAML, JavaScript and Python. Non-ASCII characters of the basic plane
 * are escaped; others stay unchanged, since YAML has no surrogate pairs.
 */
export const quoted = (text: string) =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\ud7ff\ue000-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Formats comment lines, each after `mark`. */
export const commentLines = (mark: string, lines: readonly string[]) =>
  lines.map((line) => `${mark} ${line}\n`).join("");

/** The comment for a proxy whose user name or password the format cannot represent. */
export const omittedComment = (proxy: Proxy) =>
  `${authority(proxy)} is left out: its user name or password cannot be written here.`;

/** The comment if there were more proxies than fit. */
export const overflowComment = (left: number, { most }: Pick<Shaping, "most">) =>
  left === 0 ? [] : [`${left} more left out: at most ${most} can stand here.`];

/** The comment at the top of formats without passwords. */
export const noPasswordsComment = [
  "This kind of file has no place for user names and passwords: whitelist the address that you",
  "call from, or your program asks for them and sends them itself.",
];

/** Nothing listens there: blocks traffic if no proxy can be written, instead of going direct. */
export const blackholeHost = "127.0.0.1";
export const blackholePort = 9;
export const blackholeAddress = `${blackholeHost}:${blackholePort}`;
