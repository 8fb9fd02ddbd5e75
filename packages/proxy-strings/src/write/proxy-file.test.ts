import { runInNewContext } from "node:vm";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseEnv } from "dotenv";
import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { proxyFileOf } from "./proxy-file.ts";
import type { ProxyFields } from "./proxy-format.ts";
import {
  carriesPassword,
  type ProxyFormat,
  proxyFormatFacts,
  proxyFormatNames,
} from "./proxy-formats.ts";

/** A proxy as parsed by the format's own grammar; absent if the format does not contain it. */
interface Read {
  host: string;
  port: number;
  user?: string;
  password?: string;
}
interface Url {
  url: string;
}

const plainHost = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
const read = (host = "", port: string | number = "", user = "", password = ""): Read =>
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

const readers: Record<ProxyFormat, (text: string) => Read[]> = {
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

const hosts = fc.oneof(
  fc.constantFrom("2001:db8::7", "::1", "fe80::1:2", "gate.turnpike.example", "a--b.example"),
  fc.ipV4(),
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...`"'\`\\$%:@#;<>&!~/?[]{}(), =-|*^x1`), maxLength: 30 }),
);
const signs = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.~"), minLength: 1, maxLength: 40 });
const proxyWith = (login: fc.Arbitrary<string>) =>
  fc.record({
    host: hosts,
    port: fc.integer({ min: 1, max: 65_535 }),
    user: login,
    password: login,
    country: fc.constantFrom("DE", "US", ""),
    city: text,
    expires: fc.constant(""),
    remark: text,
  });
const protocols = fc.constantFrom<EndpointProtocol>("http", "socks5");

/** The expected result of parsing; without credentials if the format carries none. */
const wanted = (format: ProxyFormat, protocol: EndpointProtocol, one: ProxyFields): Read =>
  carriesPassword(format, protocol)
    ? read(one.host, one.port, one.user.toWellFormed(), one.password.toWellFormed())
    : read(one.host, one.port);
/** Characters that the format's grammar cannot distinguish; not used in the test. */
function ambiguous(format: ProxyFormat): RegExp {
  if (format === "txt" || format.includes("host-port")) return /[\p{Cc}:@\u2028\u2029]/gu;
  // A user name in Basic authentication has no colon (RFC 7617).
  if (format === "squid") return /:/g;
  // Cells are written without formulas, so a guard and what it guards look the same.
  return format === "csv" ? /^['\t\r\n]|[=+\-@＝＋－＠﹦﹢﹣﹫]/gu : /(?!)/g;
}
const isNumeric = (host: string) => host.includes(":") || /^[\d.]+$/.test(host);

test.each(proxyFormatNames)("%s: proxies are parsed back as they were written", (format) => {
  fc.assert(
    fc.property(
      fc.array(proxyWith(signs), { minLength: 1, maxLength: 4 }),
      protocols,
      (proxies, protocol) => {
        const ours = proxies.filter(({ host }) => format !== "proxychains" || isNumeric(host));
        const file = proxyFileOf(format, ours, { protocol });
        const all = ours.map((one) => wanted(format, protocol, one));
        const some = readers[format](file);
        const { most } = proxyFormatFacts(format);
        expect(some).toEqual(all.slice(0, most));
      },
    ),
  );
});

test.each(proxyFormatNames)("%s: hostile names are parsed back, or noted as left out", (format) => {
  const parts = ambiguous(format);
  fc.assert(
    fc.property(proxyWith(text), protocols, (given, protocol) => {
      const clean = (value: string) => value.replaceAll(parts, "x");
      const one = { ...given, user: clean(given.user) || "u", password: clean(given.password) };
      const file = proxyFileOf(format, [one], { protocol });
      // Either blocked or complete: never direct, never with half a secret.
      const out = [[], [read("127.0.0.1", 9)]];
      const allowed = /is left out: /.test(file) ? out : [[wanted(format, protocol, one)]];
      expect(allowed).toContainEqual(readers[format](file));
    }),
    { numRuns: 300 },
  );
});
