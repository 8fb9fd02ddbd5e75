/** Generates proxy files for all products, in one piece or in batches of rows. */
import { csvText } from "@turnpike/rules/csv.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { foxyproxy, pac, playwright, scrapy } from "./proxy-file-browsers.ts";
import { clash, proxifier, proxychains, singBox } from "./proxy-file-apps.ts";
import {
  chromePolicy,
  jsonUrls,
  socksLinks,
  switchyOmega,
  telegram,
  xray,
} from "./proxy-file-links.ts";
import { loon, mobileconfig, quantumultX, shadowrocket, surge } from "./proxy-file-phones.ts";
import { adspower, dolphin, gologin } from "./proxy-file-profiles.ts";
import { apt, curl, curlrc, env, lists } from "./proxy-file-lines.ts";
import { type Proxy, plain, type Shape, type Shaping } from "./proxy-file-parts.ts";
import { haproxy, privoxy, squid, threeProxy, tinyproxy } from "./proxy-file-servers.ts";
import { defaultTemplate, type ProxyFields, proxyFieldNames, proxyLine } from "./proxy-format.ts";
import { type ProxyFormat, proxyFormatFacts, effectiveProtocol } from "./proxy-formats.ts";

export interface ProxyFileOptions {
  /** The protocol, if the format supports both; otherwise the format's own. */
  protocol?: EndpointProtocol | undefined;
  /** Name of the group of proxies, for formats that have one. */
  name?: string | undefined;
}
/** A proxy; `template` formats its own line in a text file. */
export interface ProxyRow {
  fields: ProxyFields;
  template?: string | undefined;
}
/** A file in parts: `begin`, then any number of batches of rows, then the end. */
export interface ProxyWriter {
  begin: string;
  rows: (rows: readonly ProxyRow[]) => string;
  end: () => string;
}

type ToolFormat = Exclude<ProxyFormat, "txt" | "csv" | "json">;
const shapes: Record<ToolFormat, (shaping: Shaping) => Shape> = {
  ...lists,
  curl,
  curlrc,
  env,
  apt,
  pac,
  foxyproxy,
  playwright,
  scrapy,
  clash,
  "sing-box": singBox,
  proxifier,
  proxychains,
  squid,
  "3proxy": threeProxy,
  haproxy,
  privoxy,
  tinyproxy,
  "json-urls": jsonUrls,
  switchyomega: switchyOmega,
  "chrome-policy": chromePolicy,
  adspower,
  dolphin,
  gologin,
  xray,
  "socks-links": socksLinks,
  surge,
  shadowrocket,
  "quantumult-x": quantumultX,
  loon,
  stash: clash,
  telegram,
  mobileconfig,
};

/** Creates a writer for `format`. Use one writer per file: it has state. */
export function proxyWriter(format: ProxyFormat, options: ProxyFileOptions = {}): ProxyWriter {
  if (format === "txt") return textWriter();
  if (format === "csv") return csvWriter();
  if (format === "json") return jsonWriter();
  const { most } = proxyFormatFacts(format);
  const protocol = effectiveProtocol(format, options.protocol);
  const shape = shapes[format]({ protocol, name: titleOf(options.name), most });
  let seen = 0;
  const one = ({ fields }: ProxyRow) => {
    // No port is open, so there is no proxy to list.
    if (fields.port === 0) return "";
    seen += 1;
    return seen > most ? "" : shape.one(asProxy(fields, seen));
  };
  return {
    begin: shape.begin,
    rows: (rows) => rows.map(one).join(""),
    end: () => shape.end(Math.max(0, seen - most)),
  };
}

/** Returns the whole file, all proxies with the same template if the format uses templates. */
export function proxyFileOf(
  format: ProxyFormat,
  proxies: readonly ProxyFields[],
  { template, ...options }: ProxyFileOptions & { template?: string } = {},
): string {
  return rowsFile(
    format,
    proxies.map((fields) => ({ fields, template })),
    options,
  );
}

/** Returns the whole file, each proxy with its own template. */
export function rowsFile(
  format: ProxyFormat,
  rows: readonly ProxyRow[],
  options: ProxyFileOptions = {},
): string {
  const writer = proxyWriter(format, options);
  return writer.begin + writer.rows(rows) + writer.end();
}

const titleOf = (name = "") =>
  plain(name)
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, "")
    .slice(0, 40)
    .trim() || "Proxies";

/** Makes the name unique within the file, and all texts safe for every encoder. */
function asProxy(fields: ProxyFields, at: number): Proxy {
  const place = [fields.country, fields.city].filter((part) => part !== "").join(" ");
  const label = [...plain(fields.remark || place)].slice(0, 60).join("");
  return {
    at,
    host: fields.host.replaceAll(/[^\p{L}\p{N}.:_-]/gu, ""),
    port: fields.port,
    user: fields.user.toWellFormed(),
    password: fields.password.toWellFormed(),
    country: fields.country,
    city: plain(fields.city),
    name: label === "" ? `${at}` : `${at} ${label}`,
    // A URL of ours; anything else would not be read as one.
    changeIp: /^https?:\/\/[\x21-\x5a\x5e-\x7a]+$/.test(fields.changeIp ?? "")
      ? (fields.changeIp ?? "")
      : "",
  };
}

function textWriter(): ProxyWriter {
  const line = ({ fields, template }: ProxyRow) =>
    `${proxyLine(template ?? defaultTemplate, fields)}\n`;
  return { begin: "", rows: (rows) => rows.map(line).join(""), end: () => "" };
}

function csvWriter(): ProxyWriter {
  return {
    begin: csvText([[...proxyFieldNames]]),
    rows: (rows) => csvText(rows.map(({ fields }) => proxyFieldNames.map((name) => fields[name]))),
    end: () => "",
  };
}

function jsonWriter(): ProxyWriter {
  let first = true;
  const one = ({ fields }: ProxyRow) => {
    const comma = first ? "" : ",";
    first = false;
    return `${comma}\n${JSON.stringify(fields, [...proxyFieldNames])}`;
  };
  return { begin: "[", rows: (rows) => rows.map(one).join(""), end: () => "\n]\n" };
}
