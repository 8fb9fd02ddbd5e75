/** Limits that an owner sets for a sub-account: targets by domain, bytes per UTC day and month. */
import { parseHost } from "./destination.ts";
import { toAscii } from "./domain-name.ts";
import { formatIpv6, parseIpv6 } from "./ip-address.ts";
import { dayMs } from "./statistics.ts";

/** Maximum number of entries in one list. */
export const maxDomains = 100;

export type ReadDomains = { domains: string[] } | { bad: string } | { tooMany: true };

/**
 * Parses a list's entries as people write them: names in any script, a leading `*.` for only the
 * subdomains, or IP addresses. Returns them in the spelling of targets (lower case, punycode, IPv6
 * without brackets), without duplicates; `bad` is the first invalid entry, as written.
 */
export function readDomains(written: readonly string[]): ReadDomains {
  const domains = new Set<string>();
  for (const entry of written) {
    const domain = readDomain(entry.trim());
    if (domain === null) return { bad: entry };
    domains.add(domain);
  }
  return domains.size > maxDomains ? { tooMany: true } : { domains: [...domains] };
}

function readDomain(entry: string): string | null {
  const address = parseIpv6(entry.startsWith("[") ? entry.slice(1, -1) : entry);
  if (address !== null) return formatIpv6(address);
  const wildcard = entry.startsWith("*.");
  const name = toAscii(wildcard ? entry.slice(2) : entry);
  const read = name === null ? null : parseHost(name, 80);
  if (read === null || "bad" in read || read.target.kind === "ipv6") return null;
  const { kind, host } = read.target;
  if (!wildcard) return host;
  return kind === "name" ? `*.${host}` : null;
}

/** Returns whether a host is covered by an entry: `example.com` also covers its subdomains. */
export type DomainMatcher = (host: string) => boolean;

/** Prepares a list for repeated use; each test takes one lookup per label of the host. */
export function domainMatcher(domains: readonly string[]): DomainMatcher {
  const entries = new Set(domains);
  return (host) => {
    if (entries.size === 0) return false;
    if (entries.has(host)) return true;
    for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
      const parent = host.slice(dot + 1);
      // Parts of an address never match: only whole addresses end in a number.
      if (entries.has(parent) || entries.has(`*.${parent}`)) return true;
    }
    return false;
  };
}

/**
 * Returns whether a sub-account may connect to a host. Denied hosts are always refused; if there is
 * an allow list, all others are refused too.
 */
export function domainAllowed(
  host: string,
  lists: { allows: DomainMatcher | null; denies: DomainMatcher | null },
): boolean {
  if (lists.denies?.(host)) return false;
  return lists.allows?.(host) ?? true;
}

/** Returns the start of an instant's UTC day, in milliseconds since 1970. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** Returns the start of an instant's UTC month, in milliseconds since 1970. */
export function monthStart(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Returns what a limit leaves after used bytes and those leased to gateways; null without one. */
export function remainingUnder(
  limitBytes: number | null,
  consumed: { usedBytes: number; leasedBytes: number },
): number | null {
  return limitBytes === null ? null : limitBytes - consumed.usedBytes - consumed.leasedBytes;
}

export interface SpentLimit {
  why: "dayLimit" | "monthLimit";
  /** Start of the next UTC day or month, milliseconds since 1970. */
  until: number;
}

/** Returns the limit that is used up at `now`, the month's first; null if something is left. */
export function spentLimit(
  limits: { dayBytes: number | null; monthBytes: number | null },
  used: { dayUsedBytes: number; monthUsedBytes: number },
  now: number,
): SpentLimit | null {
  const { dayBytes, monthBytes } = limits;
  if (monthBytes !== null && used.monthUsedBytes >= monthBytes) {
    return { why: "monthLimit", until: monthStart(monthStart(now) + 32 * dayMs) };
  }
  if (dayBytes === null || used.dayUsedBytes < dayBytes) return null;
  return { why: "dayLimit", until: dayStart(now) + dayMs };
}

/** How long a gateway's connections are counted after the hub last heard from it. */
export const slotTermMs = 75_000;
export const slotRenewMs = 10_000;
/**
 * Without a hub, gateways close connections of limited sub-accounts after this time: before the hub
 * stops counting them.
 */
export const slotsKeptWithoutHubMs = slotTermMs - slotRenewMs - 5_000;
