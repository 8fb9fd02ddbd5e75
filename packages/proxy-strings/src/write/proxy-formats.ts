/**
 * Formats in which proxies can be downloaded: a list, a table, or a program's configuration.
 * Defines their names and what each supports; `proxy-file.ts` writes them.
 */
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";

/** Groups of formats in the selection. */
export const proxyFormatGroups = [
  "lists",
  "data",
  "shell",
  "browsers",
  "apps",
  "phones",
  "servers",
] as const;
export type ProxyFormatGroup = (typeof proxyFormatGroups)[number];

export interface ProxyFormatFacts {
  group: ProxyFormatGroup;
  /** The file name extension, without the dot. */
  ending: string;
  /** The media type, without the charset: all are UTF-8. */
  type: string;
  /** Protocols that the format supports; the first is the default. */
  protocols: readonly [EndpointProtocol, ...EndpointProtocol[]];
  /** False: the format has no passwords, so the client's address has to be whitelisted. */
  password: boolean;
  /** Maximum number of proxies in a file; a comment tells how many more there were. */
  most: number;
}

const both = ["http", "socks5"] as const;
const socks5 = ["socks5"] as const;
const http = ["http"] as const;
const many = Number.MAX_SAFE_INTEGER;
const list = { group: "lists", ending: "txt", type: "text/plain", protocols: both } as const;
const block = { group: "servers", ending: "conf", type: "text/plain" } as const;
const whole = { password: true, most: many } as const;
const firstOnly = { password: true, most: 1 } as const;

/** The names are part of the public API (`format` of the exports). */
export const proxyFormats = {
  txt: { ...list, ...whole },
  "host-port": { ...list, password: false, most: many },
  "host-port-user-pass": { ...list, ...whole },
  "user-pass-host-port": { ...list, ...whole },
  "user-pass-at-host-port": { ...list, ...whole },
  "host-port-at-user-pass": { ...list, ...whole },
  url: { ...list, ...whole },
  csv: { group: "data", ending: "csv", type: "text/csv", protocols: both, ...whole },
  json: { group: "data", ending: "json", type: "application/json", protocols: both, ...whole },
  "json-urls": {
    group: "data",
    ending: "json",
    type: "application/json",
    protocols: both,
    ...whole,
  },
  curl: { group: "shell", ending: "sh", type: "application/x-sh", protocols: both, ...whole },
  curlrc: { group: "shell", ending: "curlrc", type: "text/plain", protocols: both, ...firstOnly },
  env: { group: "shell", ending: "env", type: "text/plain", protocols: both, ...firstOnly },
  apt: { group: "shell", ending: "conf", type: "text/plain", protocols: both, ...firstOnly },
  pac: {
    group: "browsers",
    ending: "pac",
    type: "application/x-ns-proxy-autoconfig",
    protocols: both,
    password: false,
    most: 1000,
  },
  foxyproxy: {
    group: "browsers",
    ending: "json",
    type: "application/json",
    protocols: both,
    password: true,
    most: 1000,
  },
  switchyomega: {
    group: "browsers",
    ending: "bak",
    type: "application/json",
    protocols: both,
    password: true,
    most: 200,
  },
  "chrome-policy": {
    group: "browsers",
    ending: "json",
    type: "application/json",
    protocols: both,
    password: false,
    most: 1,
  },
  adspower: { ...list, group: "browsers", ...whole },
  dolphin: { ...list, group: "browsers", ...whole },
  gologin: {
    group: "browsers",
    ending: "json",
    type: "application/json",
    protocols: both,
    ...whole,
  },
  playwright: {
    group: "browsers",
    ending: "mjs",
    type: "text/javascript",
    protocols: http,
    ...whole,
  },
  scrapy: { group: "browsers", ending: "py", type: "text/x-python", protocols: http, ...whole },
  clash: { group: "apps", ending: "yaml", type: "application/yaml", protocols: both, ...whole },
  "sing-box": {
    group: "apps",
    ending: "json",
    type: "application/json",
    protocols: both,
    ...whole,
  },
  xray: { group: "apps", ending: "json", type: "application/json", protocols: both, ...whole },
  "socks-links": { ...list, group: "apps", protocols: socks5, ...whole },
  proxifier: {
    group: "apps",
    ending: "ppx",
    type: "application/xml",
    protocols: both,
    password: true,
    most: 1000,
  },
  proxychains: { ...block, group: "apps", protocols: both, password: true, most: 512 },
  surge: { ...block, group: "phones", protocols: both, ...whole },
  shadowrocket: { ...block, group: "phones", protocols: both, ...whole },
  "quantumult-x": { ...block, group: "phones", protocols: both, ...whole },
  loon: { ...block, group: "phones", protocols: both, ...whole },
  stash: { group: "phones", ending: "yaml", type: "application/yaml", protocols: both, ...whole },
  telegram: { ...list, group: "phones", protocols: socks5, ...whole },
  mobileconfig: {
    group: "phones",
    ending: "mobileconfig",
    type: "application/x-apple-aspen-config",
    protocols: http,
    ...firstOnly,
  },
  squid: { ...block, protocols: http, password: true, most: 1000 },
  "3proxy": { ...block, ending: "cfg", protocols: both, password: true, most: 1000 },
  haproxy: { ...block, ending: "cfg", protocols: both, password: false, most: 1000 },
  privoxy: { ...block, protocols: ["socks5", "http"], ...firstOnly },
  tinyproxy: { ...block, protocols: both, ...firstOnly },
} as const satisfies Record<string, ProxyFormatFacts>;
export type ProxyFormat = keyof typeof proxyFormats;
export const proxyFormatNames = Object.keys(proxyFormats) as [ProxyFormat, ...ProxyFormat[]];

/** Returns the properties of a format, with the same type for all. */
export const proxyFormatFacts = (format: ProxyFormat): ProxyFormatFacts => proxyFormats[format];

/** Returns the protocol of a file: the requested one if supported, else the format's default. */
export function effectiveProtocol(
  format: ProxyFormat,
  asked: EndpointProtocol | undefined,
): EndpointProtocol {
  const { protocols } = proxyFormatFacts(format);
  return asked !== undefined && protocols.includes(asked) ? asked : protocols[0];
}

/** Returns whether a file in this format and protocol contains user names and passwords. */
export function carriesPassword(format: ProxyFormat, protocol: EndpointProtocol): boolean {
  // Privoxy supports them for SOCKS5 proxies, but not for HTTP ones.
  if (format === "privoxy") return protocol === "socks5";
  return proxyFormatFacts(format).password;
}
