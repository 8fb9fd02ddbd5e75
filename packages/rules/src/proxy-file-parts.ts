/** What the forms of proxy files share: addresses, encodings, remarks. */
import type { EndpointProtocol } from "./endpoint.ts";

/** A proxy as the forms see it. */
export interface Proxy {
  /** From 1. */
  at: number;
  host: string;
  port: number;
  /** Empty: none, the caller's address is whitelisted. */
  user: string;
  password: string;
  country: string;
  city: string;
  /** No other in the file has it; one line. */
  name: string;
}
export interface Shaping {
  protocol: EndpointProtocol;
  /** What the proxies are called together: letters, digits, spaces, `.`, `_`, `-`. */
  name: string;
  most: number;
}
/** One file in the making; it remembers what its end needs to know. */
export interface Shape {
  begin: string;
  one: (proxy: Proxy) => string;
  /** `left`: so many proxies came after the last that fits. */
  end: (left: number) => string;
}

/** One line, no control characters, every letter whole. */
export const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();

/** `host:port`, an IPv6 host in brackets. */
export const authority = ({ host, port }: Pick<Proxy, "host" | "port">) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Percent-encoded but for letters, digits, `-`, `.` and `_`: safe in a shell, in quotes, before `@`. */
const percent = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `user:password`, percent-encoded, or nothing where there is no user. */
export const encodedLogin = ({ user, password }: Pick<Proxy, "user" | "password">) =>
  user === "" ? "" : `${percent(user)}:${percent(password)}`;

/** The proxy as an address, without `user:password@` where it has none. */
export function proxyUrl(proxy: Proxy, scheme: string): string {
  const login = encodedLogin(proxy);
  return `${scheme}://${login === "" ? "" : `${login}@`}${authority(proxy)}`;
}

/** With `socks5h` the proxy resolves the target's name, not the customer's machine. */
export const remoteScheme = (protocol: EndpointProtocol) =>
  protocol === "socks5" ? "socks5h" : "http";

/**
 * A string literal for JSON, YAML, JavaScript and Python. All but printable ASCII is escaped within
 * the basic plane, since YAML knows no pairs of halves; what lies beyond stands as it is.
 */
export const quoted = (text: string) =>
  JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\ud7ff\ue000-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Lines that a program passes over, each after `mark`. */
export const remarks = (mark: string, lines: readonly string[]) =>
  lines.map((line) => `${mark} ${line}\n`).join("");

/** What is said of a proxy whose user name or password the form has no way to write. */
export const leftOut = (proxy: Proxy) =>
  `${authority(proxy)} is left out: its user name or password cannot be written here.`;

/** What is said where more came than fit. */
export const beyond = (left: number, { most }: Pick<Shaping, "most">) =>
  left === 0 ? [] : [`${left} more left out: at most ${most} can stand here.`];

/** Said at the top of what has no place for a password. */
export const noPasswords = [
  "This kind of file has no place for user names and passwords: whitelist the address that you",
  "call from, or your program asks for them and sends them itself.",
];

/** Nobody listens there: what is left to go to where no proxy can be written, never past it. */
export const nowhere = "127.0.0.1:9";
