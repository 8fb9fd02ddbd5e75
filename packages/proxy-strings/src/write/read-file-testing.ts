/** Readers of every format by its own grammar, for tests. */
import { runInNewContext } from "node:vm";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseEnv } from "dotenv";
import { XMLParser } from "fast-xml-parser";
import { parse as parseYaml } from "yaml";
import type { ProxyFields } from "./proxy-format.ts";
import type { ProxyFormat } from "./proxy-formats.ts";

/** A proxy as parsed by the format's own grammar; absent if the format does not contain it. */
export interface Read {
  host: string;
  port: number;
  user?: string;
  password?: string;
}
interface Url {
  url: string;
}

const plainHost = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
export const read = (host = "", port: string | number = "", user = "", password = ""): Read =>
  user === ""
    ? { host: plainHost(host), port: Number(port) }
    : { host: plainHost(host), port: Number(port), user, password };
/** Parses a URL with the language's own parser. */
function fromUrl(text: string): Read {
  // For known schemes the URL parser drops the default port and respells the host.
  const { hostname, port, username, password } = new URL(text.replace(/^\w+:/, "proxy:"));
  return read(hostname, port, decodeURIComponent(username), decodeURIComponent(password));
}
const address = (text: string) => {
  const [, host, port] = /^(.*):(\d+)$/.exec(text) ?? [];
  return read(host, port);
};
/** Returns the lines without comments. */
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && line[0] !== "#");
const byRegex = (text: string, form: RegExp) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { host, port, user, password } = form.exec(line)?.groups ?? {};
      return read(host, port, user, password);
    });
const HOST = String.raw`(?<host>\[[^\]]*\]|[^:@[\]]*):(?<port>\d+)`;

/** Splits words as 3proxy does (`parsestr` in conf.c), except for includes. */
function words3proxy(line: string): string[] {
  const words: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^\s"]+))(?:\s+|$)/gy;
  for (const [, inQuotes, bare] of line.matchAll(pattern))
    words.push(inQuotes?.replaceAll('""', '"') ?? bare ?? "");
  return words;
}
/** Squid's `rfc1738_unescape`. */
const unescaped = (text: string) => decodeURIComponent(text.replaceAll("%%", "%25"));

const xmlParser = new XMLParser({
  ignoreAttributes: false,
  htmlEntities: true,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === "Proxy",
});

/** Reads the proxies of a file. */
export const readers: Record<ProxyFormat, (text: string) => Read[]> = {
  txt: (text) => byRegex(text, new RegExp(`^${HOST}:(?<user>[^:]*):(?<password>.*)$`, "s")),
  "host-port": (text) => byRegex(text, new RegExp(`^${HOST}$`)),
  "host-port-user-pass": (text) =>
    byRegex(text, new RegExp(`^${HOST}(:(?<user>[^:]*):(?<password>.*))?$`, "s")),
  "user-pass-host-port": (text) =>
    byRegex(text, new RegExp(`^((?<user>[^:]*):(?<password>.*):)?${HOST}$`, "s")),
  "user-pass-at-host-port": (text) =>
    byRegex(text, new RegExp(`^((?<user>[^:]*):(?<password>.*)@)?${HOST}$`, "s")),
  "host-port-at-user-pass": (text) =>
    byRegex(text, new RegExp(`^${HOST}(@(?<user>[^:]*):(?<password>.*))?$`, "s")),
  url: (text) => linesOf(text).map(fromUrl),
  csv: (text) =>
    parseCsv<Record<"host" | "port" | "user" | "password", string>>(text, { columns: true }).map(
      ({ host, port, user, password }) => read(host, port, unquoted(user), unquoted(password)),
    ),
  json: (text) =>
    (JSON.parse(text) as ProxyFields[]).map(({ host, port, user, password }) =>
      read(host, port, user, password),
    ),
  curl: (text) =>
    linesOf(text).map((line) => fromUrl(/^curl -x '?([^\s']+)'?$/.exec(line)?.[1] ?? "")),
  curlrc: (text) =>
    linesOf(text).map((line) => fromUrl(/^proxy = "([^"\\]*)"$/.exec(line)?.[1] ?? "")),
  env: (text) => {
    const values = new Set(Object.values(parseEnv(text)));
    return [...values].map(fromUrl);
  },
  apt: (text) => {
    const urls = [...text.matchAll(/^Acquire::https?::Proxy "([^"]*)";$/gm)].map(([, url]) => url);
    return [...new Set(urls)].map((url) => fromUrl(url ?? ""));
  },
  pac: (text) => {
    const { proxies } = runInNewContext(`${text}; ({ proxies })`) as { proxies: string[] };
    return proxies.map((route) => address(/^(?:PROXY|SOCKS5) ([^;]*)/.exec(route)?.[1] ?? ""));
  },
  foxyproxy: (text) =>
    (JSON.parse(text) as { data: Record<string, string>[] }).data.map((one) =>
      // Letters after the port distinguish proxies of one host and port.
      read(one["hostname"], parseInt(one["port"] ?? "", 10), one["username"], one["password"]),
    ),
  playwright: (text) =>
    (runInNewContext(text.replace("export const proxies =", "")) as Record<string, string>[]).map(
      (one) => ({
        ...fromUrl(one["server"] ?? ""),
        ...(one["username"] === undefined
          ? {}
          : { user: one["username"], password: one["password"] ?? "" }),
      }),
    ),
  scrapy: (text) =>
    linesOf(text)
      .slice(1, -1)
      .map(quotedUrl)
      .map(({ url }) => fromUrl(url)),
  clash: (text) =>
    ((parseYaml(text) as { proxies: Record<string, string>[] | null }).proxies ?? []).map((one) =>
      read(one["server"], one["port"], one["username"], one["password"]),
    ),
  "sing-box": (text) =>
    (JSON.parse(text) as { outbounds: Record<string, string>[] }).outbounds
      .filter((one) => one["type"] === "http" || one["type"] === "socks")
      .map((one) => read(one["server"], one["server_port"], one["username"], one["password"])),
  proxifier: profile,
  adspower: (text) => linesOf(text).map((line) => fromProfile(line, `${HOST}${LOGIN}`)),
  dolphin: (text) =>
    linesOf(text).map((line) =>
      fromProfile(line, `(?:(?<user>[^:]*):(?<password>[^@]*)@)?${HOST}`),
    ),
  gologin: (text) =>
    (JSON.parse(text) as { proxies: Record<string, string>[] }).proxies.map((one) =>
      read(one["host"], one["port"], one["username"], one["password"]),
    ),
  "json-urls": (text) => (JSON.parse(text) as string[]).map(fromUrl),
  switchyomega: (text) =>
    Object.entries(JSON.parse(text) as Record<string, OmegaProfile>).flatMap(([key, one]) => {
      if (!key.startsWith("+")) return [];
      const { fallbackProxy: to, auth } = one;
      const { username, password } = auth?.fallbackProxy ?? {};
      return [read(to.host, to.port, username, password)];
    }),
  "chrome-policy": (text) => {
    const { ProxySettings } = JSON.parse(text) as { ProxySettings: { ProxyServer: string } };
    return [fromUrl(ProxySettings.ProxyServer)];
  },
  xray: (text) =>
    (JSON.parse(text) as { outbounds: XrayOutbound[] }).outbounds.flatMap(({ settings }) =>
      (settings?.servers ?? []).map(({ address: host, port, users: [one] = [] }) =>
        read(host, port, one?.user, one?.pass),
      ),
    ),
  "socks-links": (text) =>
    linesOf(text).map((line) => {
      const { hostname, port, username } = new URL(line.replace(/^socks:/, "proxy:"));
      const login = Buffer.from(decodeURIComponent(username), "base64").toString("utf8");
      const colon = login.indexOf(":");
      return read(hostname, port, login.slice(0, colon), login.slice(colon + 1));
    }),
  telegram: (text) =>
    linesOf(text).map((line) => {
      const { searchParams: fields } = new URL(line);
      const of = (name: string) => fields.get(name) ?? "";
      return read(of("server"), of("port"), of("user"), of("pass"));
    }),
  surge: (text) => sectionOf(text, "Proxy").map(fromCommas),
  shadowrocket: (text) => sectionOf(text, "Proxy").map(fromCommas),
  loon: (text) => sectionOf(text, "Proxy").map(fromCommas),
  "quantumult-x": (text) =>
    sectionOf(text, "server_local").map((line) => {
      const [to = "", ...fields] = line.slice(line.indexOf("=") + 1).split(", ");
      const of = (name: string) =>
        fields.find((field) => field.startsWith(`${name}=`))?.slice(name.length + 1);
      const { host, port } = address(to);
      return read(host, port, of("username"), of("password"));
    }),
  stash: (text) => readers.clash(text),
  mobileconfig: (text) => {
    const { plist } = plistParser.parse(text) as { plist: { dict: { array: { dict: Plist } } } };
    const { key, string, integer } = plist.dict.array.dict;
    const of = (name: string) => string[key.filter((one) => !isNumber(one)).indexOf(name)] ?? "";
    return [read(of("ProxyServer"), integer[1], of("ProxyUsername"), of("ProxyPassword"))];
  },
  proxychains: (text) =>
    linesOf(text.slice(text.indexOf("[ProxyList]") + 12)).map((line) => {
      const [, host, port, user, password] = line.split(/\s+/);
      return read(host, port, user, password);
    }),
  squid: (text) =>
    linesOf(text).flatMap((line) => {
      const [what, host, , port, , ...options] = line.split(/\s+/);
      if (what !== "cache_peer") return [];
      const login = unescaped(options.find((one) => one.startsWith("login="))?.slice(6) ?? "");
      const colon = login.indexOf(":");
      return [read(host, port, login.slice(0, colon), login.slice(colon + 1))];
    }),
  "3proxy": (text) =>
    linesOf(text).flatMap((line) => {
      const [what, , , host, port, user, password] = words3proxy(line);
      return what === "parent" ? [read(host, port, user, password)] : [];
    }),
  haproxy: (text) =>
    [...text.matchAll(/^ +server \S+ (\S+)$/gm)].map(([, to]) => address(to ?? "")),
  privoxy: (text) =>
    linesOf(text).map((line) => {
      const [, login = "", to = ""] = /^forward\S* \/ (?:(\S*)@)?(\S+)/.exec(line) ?? [];
      const { host, port } = address(to);
      return read(host, port, login.split(":")[0], login.slice(login.indexOf(":") + 1));
    }),
  tinyproxy: (text) =>
    linesOf(text).map((line) => {
      const [, login = "", to = ""] = /^Upstream \S+ (?:(\S*)@)?(\S+)$/.exec(line) ?? [];
      const { host, port } = address(to);
      return read(host, port, login.split(":")[0], login.slice(login.indexOf(":") + 1));
    }),
};
const LOGIN = "(?::(?<user>[^:]*):(?<password>[^[{]*))?";
/** A line of a browser with profiles, without its link and name. */
function fromProfile(line: string, form: string): Read {
  const bare = line
    .replace(/^\w+:\/\//, "")
    .replace(/\{[^{}]*\}$/, "")
    .replace(/\[https?:[^\]]*\]$/, "");
  const { host, port, user, password } = new RegExp(`^${form}$`).exec(bare)?.groups ?? {};
  return read(host, port, user, password);
}
interface OmegaProfile {
  fallbackProxy: { host: string; port: number };
  auth?: { fallbackProxy: { username: string; password: string } };
}
interface XrayOutbound {
  settings?: {
    servers: { address: string; port: number; users?: { user: string; pass: string }[] }[];
  };
}
/** Keys and values of a property list, each kind in its order. */
interface Plist {
  key: string[];
  string: string[];
  integer: string[];
}
const isNumber = (key: string) => key === "PayloadVersion" || key === "ProxyServerPort";
const plistParser = new XMLParser({ htmlEntities: true, parseTagValue: false, trimValues: false });
/** The lines of a section, without comments. */
const sectionOf = (text: string, name: string) =>
  linesOf((text.split(`[${name}]\n`)[1] ?? "").split("\n[")[0] ?? "");
/** `name = protocol, host, port, user, password`, values perhaps in quotes. */
function fromCommas(line: string): Read {
  const pattern = /\s*(?:"([^"]*)"|([^,]*))(?:,|$)/gy;
  const all = [...line.slice(line.indexOf("=") + 1).matchAll(pattern)].map(
    ([, inQuotes, bare = ""]) => inQuotes ?? bare,
  );
  const [, host, port, user = "", password] = all;
  return user.startsWith("udp") ? read(host, port) : read(host, port, user, password);
}
/** Removes the leading `'` that keeps a spreadsheet from evaluating a formula. */
const unquoted = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, "");
const quotedUrl = (line: string): Url => ({
  url: JSON.parse(line.trim().replace(/,$/, "")) as string,
});

interface Element {
  [name: string]: string | Element | Element[];
}
function profile(text: string): Read[] {
  const { ProxifierProfile: root } = xmlParser.parse(text) as {
    ProxifierProfile: { ProxyList: { Proxy?: Element[] } };
  };
  return (root.ProxyList.Proxy ?? []).map((one) => {
    const login = one["Authentication"] as Element;
    const [user, password] = [login["Username"], login["Password"]] as string[];
    return read(one["Address"] as string, one["Port"] as string, user, password);
  });
}
