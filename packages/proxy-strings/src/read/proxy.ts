/**
 * Parses proxies written for any provider or tool: what each part of the text means, which
 * provider's dialect it is, and what it requests in our own terms. Pure, linear time, never throws.
 */
import { type ForeignProtocol, type Pieces, protocolOf } from "./address.ts";
import type { Family } from "./terms.ts";
import { type Confidence, recognise } from "./family.ts";
import { type Part, parametersOf, partOf } from "./parameters.ts";
import { pasteMaxLength, proxiesMax, readPaste, type UnreadLine } from "./paste.ts";
import { isPlaceholder } from "./values.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

export const proxyWarnings = [
  "plainCredentials",
  "noCredentials",
  "noPassword",
  "placeholders",
  "otherPort",
  "socks4Login",
] as const;
export type ProxyWarning = (typeof proxyWarnings)[number];

export interface ReadProxy {
  /** Position of the line or the part of the paste that contains it. */
  from: number;
  to: number;
  /** Null if not specified. */
  protocol: ForeignProtocol | null;
  host: string;
  port: number;
  /** As sent to the other provider; empty if there are none. */
  username: string;
  password: string;
  /** In the order of the text. */
  parts: Part[];
  family: Family | null;
  confidence: Confidence | null;
  warnings: ProxyWarning[];
}
export interface ReadPaste {
  proxies: ReadProxy[];
  unread: UnreadLine[];
  /** How many were duplicates of an earlier one. */
  repeated: number;
  /** Whether the paste exceeded the limits on length or number of proxies. */
  cut: boolean;
}

/** Parses a paste. `hosts`: our own gateways' hosts, so that our own proxies are recognised. */
export function readProxies(paste: string, hosts: readonly string[] = []): ReadPaste {
  const { found, unread } = readPaste(paste);
  const seen = new Set<string>();
  const proxies: ReadProxy[] = [];
  let [repeated, tooMany] = [0, false];
  for (const { from, to, pieces } of found) {
    const { host, port, username, password } = pieces;
    const key = JSON.stringify([
      protocolIn(pieces),
      host.text,
      port.text,
      username?.text,
      password?.text,
    ]);
    if (seen.has(key)) repeated += 1;
    else if (proxies.length >= proxiesMax) tooMany = true;
    else proxies.push(readOne({ from, to, pieces }, hosts));
    seen.add(key);
  }
  const cut = tooMany || paste.length > pasteMaxLength;
  return { proxies, unread: unread.slice(0, proxiesMax), repeated, cut };
}

const protocolIn = ({ protocol }: Pieces) => (protocol ? protocolOf(protocol.text) : null);

function readOne(
  { from, to, pieces }: { from: number; to: number; pieces: Pieces },
  hosts: readonly string[],
): ReadProxy {
  const host = plainHost(pieces.host.text);
  const [username, password] = [pieces.username?.text ?? "", pieces.password?.text ?? ""];
  const { family, confidence, ...grammars } = recognise({ host, username, password }, hosts);
  const protocol = protocolIn(pieces);
  const parts: Part[] = [
    { ...partOf("host", pieces.host), normal: host },
    partOf("port", pieces.port),
    ...pieces.rest.map((span) => partOf("unknown", span)),
  ];
  if (pieces.protocol) parts.push(protocolPart(partOf("protocol", pieces.protocol), protocol));
  if (pieces.username) parts.push(...parametersOf(pieces.username, "account", grammars.user));
  if (pieces.password) parts.push(...parametersOf(pieces.password, "password", grammars.password));
  const read = {
    from,
    to,
    protocol,
    host,
    port: Number(pieces.port.text),
    username,
    password,
    parts: parts.filter(({ value }) => value !== "").sort((a, b) => a.from - b.from || a.to - b.to),
    family,
    confidence,
  };
  return { ...read, warnings: warningsOf(read) };
}

function plainHost(text: string): string {
  const bare = text.replace(/^\[|\]$/g, "").toLowerCase();
  return canonicalAddress(bare) ?? bare;
}

function protocolPart(part: Part, protocol: ForeignProtocol | null): Part {
  const normal = protocol === null || protocol.startsWith("http") ? "http" : "socks5";
  const note = protocol === "https" ? "tlsToProxy" : protocol === "socks4" ? "socks4" : null;
  return { ...part, normal, note };
}

const socksPorts = new Set([1080, 1081]);
const httpPorts = new Set([80, 3128, 8080, 8888]);

function warningsOf(read: Omit<ReadProxy, "warnings">): ProxyWarning[] {
  const { protocol, port, username, password } = read;
  const warnings: ProxyWarning[] = [];
  if (username === "") warnings.push("noCredentials");
  else if (password === "") warnings.push("noPassword");
  if (isPlaceholder(username) || isPlaceholder(password) || hasPlaceholder(read.parts)) {
    warnings.push("placeholders");
  }
  const http = protocol === "http" || protocol === "https";
  if (protocol !== null && (http ? socksPorts : httpPorts).has(port)) warnings.push("otherPort");
  if (protocol === "socks4" && username !== "") warnings.push("socks4Login");
  if (protocol !== "https" && password !== "" && read.family !== "ours") {
    warnings.push("plainCredentials");
  }
  return warnings;
}

const hasPlaceholder = (parts: readonly Part[]) => parts.some(({ note }) => note === "placeholder");
