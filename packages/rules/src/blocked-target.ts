/** Targets that an operator can block: a domain, a network or a port (spec/operator#targets). */
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from "./ip-address.ts";
import { readDomains } from "./sub-account-limits.ts";

export type BlockedTarget =
  /** A name and its subdomains; with a leading `*.` only the subdomains. */
  | { kind: "domain"; text: string; domain: string }
  /** `family` is 4 or 6; for a single address `bits` is the full length. */
  | { kind: "network"; text: string; address: string; bits: number; family: 4 | 6 }
  | { kind: "port"; text: string; port: number };

/**
 * Parses a pattern as people write it: `example.com`, `*.example.com`, `198.51.100.7`,
 * `198.51.100.0/24`, `2001:db8::/32` or `:25`. `text` is its canonical form. Returns null if it is
 * none of these.
 */
export function readBlockedTarget(written: string): BlockedTarget | null {
  const pattern = written.trim();
  if (/^:[1-9]\d{0,4}$/.test(pattern)) {
    const port = Number(pattern.slice(1));
    return port <= 65_535 ? { kind: "port", text: pattern, port } : null;
  }
  const network = readNetwork(pattern);
  if (network !== null) return network;
  const read = readDomains([pattern]);
  const domain = "domains" in read ? read.domains[0] : undefined;
  return domain === undefined ? null : { kind: "domain", text: domain, domain };
}

/** The widest networks that are blocked for all, by family, and what most traffic goes to. */
const widest = { 4: 8, 6: 16 };
const mostTraffic: readonly string[] = [
  ":80",
  ":443",
  "com",
  "*.com",
  "net",
  "*.net",
  "org",
  "*.org",
];

/** Whether a block for all customers would stop most of their traffic: a slip, or somebody's ill will. */
export const isTooWideForAll = (target: BlockedTarget): boolean =>
  target.kind === "network"
    ? target.bits < widest[target.family]
    : mostTraffic.includes(target.text);

/** The most targets that are blocked at a time: gateways check each connection against all of them. */
export const maxBlockedTargets = 10_000;

/** What is blocked for all together at most: IPv4 networks of 8 bits, IPv6 ones of 16, top-level domains. */
const mostTogether = { ipv4: 32, ipv6: 8, top: 30 };
type Kind = keyof typeof mostTogether;
/** What is narrower than this counts as nothing: as many as there may be are no large part. */
const narrow = { 4: 24, 6: 48 };

/** How much of its kind a target takes away from all customers; null if that is next to nothing. */
function weightOf(target: BlockedTarget): { kind: Kind; weight: number } | null {
  if (target.kind === "network") {
    const { bits, family } = target;
    if (bits >= narrow[family]) return null;
    return { kind: `ipv${family}`, weight: 2 ** (widest[family] - bits) };
  }
  const isTop = target.kind === "domain" && !target.domain.replace(/^\*\./, "").includes(".");
  return isTop ? { kind: "top", weight: 1 } : null;
}

/** Whether one more block for all customers would stop most traffic together with the others for all. */
export function isTooMuchForAll(target: BlockedTarget, others: readonly BlockedTarget[]): boolean {
  const own = weightOf(target);
  if (own === null) return false;
  const sum = others.reduce((total, other) => {
    const read = weightOf(other);
    return read?.kind === own.kind ? total + read.weight : total;
  }, own.weight);
  return sum > mostTogether[own.kind];
}

function readNetwork(pattern: string): BlockedTarget | null {
  const match = /^(?<address>[^/]+?)(?:\/(?<bits>\d{1,3}))?$/.exec(pattern);
  const { address = "", bits: written } = match?.groups ?? {};
  const ipv4 = parseIpv4(address);
  const groups = ipv4 === null ? parseIpv6(address.replace(/^\[|\]$/g, "")) : null;
  if (ipv4 === null && groups === null) return null;
  const all = ipv4 === null ? 128 : 32;
  const bits = written === undefined ? all : Number(written);
  // A pattern for the whole internet would block all traffic.
  if (bits > all || bits < 1) return null;
  const first = ipv4 === null ? maskIpv6(groups ?? [], bits) : maskIpv4(ipv4, bits);
  const text = bits === all ? first : `${first}/${bits}`;
  return { kind: "network", text, address: first, bits, family: ipv4 === null ? 6 : 4 };
}

const maskIpv4 = (address: number, bits: number) =>
  formatIpv4(Math.floor(address / 2 ** (32 - bits)) * 2 ** (32 - bits));

function maskIpv6(groups: readonly number[], bits: number): string {
  return formatIpv6(
    groups.map((group, at) => {
      const kept = Math.min(Math.max(bits - at * 16, 0), 16);
      return Math.floor(group / 2 ** (16 - kept)) * 2 ** (16 - kept);
    }),
  );
}
