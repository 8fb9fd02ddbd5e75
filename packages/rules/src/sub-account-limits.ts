/** What an owner limits of a sub-account: targets by domain, bytes by UTC day and month. */
import { parseHost } from "./destination.ts";
import { formatIpv6, parseIpv6 } from "./ip-address.ts";
import { dayMs } from "./statistics.ts";

/** Entries of one list at most. */
export const mostDomains = 100;

export type ReadDomains = { domains: string[] } | { bad: string } | { tooMany: true };

/**
 * Reads the entries of a list as a person writes them: names in any script, `*.` in front for the
 * subdomains alone, or IP addresses. They come back as targets are spelled (lower case, punycode,
 * IPv6 without brackets), each once; `bad` is the first entry that is none of these, as written.
 */
export function readDomains(written: readonly string[]): ReadDomains {
  const domains = new Set<string>();
  for (const entry of written) {
    const domain = readDomain(entry.trim());
    if (domain === null) return { bad: entry };
    domains.add(domain);
  }
  return domains.size > mostDomains ? { tooMany: true } : { domains: [...domains] };
}

function readDomain(entry: string): string | null {
  const address = parseIpv6(entry.startsWith("[") ? entry.slice(1, -1) : entry);
  if (address !== null) return formatIpv6(address);
  const wildcard = entry.startsWith("*.");
  const name = inAscii(wildcard ? entry.slice(2) : entry);
  const read = name === null ? null : parseHost(name, 80);
  if (read === null || "bad" in read || read.target.kind === "ipv6") return null;
  const { kind, host } = read.target;
  if (!wildcard) return host;
  return kind === "name" ? `*.${host}` : null;
}

/** Punycode of a name in another script (UTS 46); null where it has none. */
function inAscii(name: string): string | null {
  if (/^[\u0021-\u007e]+$/.test(name)) return name;
  // What would end a URL's host, or be decoded in it, is in no name.
  if (/[\s/\\?#@:%[\]<>^|]/.test(name)) return null;
  try {
    const { hostname } = new URL(`http://${name}`);
    // Digits of another script are no way to write an address.
    return /^[\d.]+$/.test(hostname) ? null : hostname;
  } catch {
    return null;
  }
}

/** Answers whether an entry covers a target's host: `example.com` its subdomains too. */
export type DomainMatcher = (host: string) => boolean;

/** Prepares a list for many questions; a question costs one look-up per label of the host. */
export function domainMatcher(domains: readonly string[]): DomainMatcher {
  const entries = new Set(domains);
  return (host) => {
    if (entries.size === 0) return false;
    if (entries.has(host)) return true;
    for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
      const parent = host.slice(dot + 1);
      // Of an address no part is an entry: none ends in a number but whole addresses.
      if (entries.has(parent) || entries.has(`*.${parent}`)) return true;
    }
    return false;
  };
}

/**
 * Whether a sub-account may go to a target. What is refused stays refused, whatever is allowed;
 * where something is allowed, all else is refused.
 */
export function domainAllowed(
  host: string,
  lists: { allows: DomainMatcher | null; denies: DomainMatcher | null },
): boolean {
  if (lists.denies?.(host)) return false;
  return lists.allows?.(host) ?? true;
}

/** Start of an instant's UTC day, milliseconds since 1970. */
export function dayStart(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** Start of an instant's UTC month, milliseconds since 1970. */
export function monthStart(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Bytes that a limit leaves beside what is used and what gateways hold; null without a limit. */
export function leftUnder(
  limitBytes: number | null,
  taken: { usedBytes: number; leasedBytes: number },
): number | null {
  return limitBytes === null ? null : limitBytes - taken.usedBytes - taken.leasedBytes;
}

export interface Spent {
  why: "dayLimit" | "monthLimit";
  /** Start of the next UTC day or month, milliseconds since 1970. */
  until: number;
}

/** Which limit is used up at `now`, the month's first; null while there is something left. */
export function spentLimit(
  limits: { dayBytes: number | null; monthBytes: number | null },
  used: { dayUsedBytes: number; monthUsedBytes: number },
  now: number,
): Spent | null {
  const { dayBytes, monthBytes } = limits;
  if (monthBytes !== null && used.monthUsedBytes >= monthBytes) {
    return { why: "monthLimit", until: monthStart(monthStart(now) + 32 * dayMs) };
  }
  if (dayBytes === null || used.dayUsedBytes < dayBytes) return null;
  return { why: "dayLimit", until: dayStart(now) + dayMs };
}

/** So long a gateway's connections are counted after the hub has last heard of it. */
export const slotTermMs = 75_000;
export const slotRenewMs = 10_000;
/** A gateway without a hub ends the connections of limited sub-accounts after this: before they are
 * counted no more. */
export const slotsKeptWithoutHubMs = slotTermMs - slotRenewMs - 5_000;

/** How many connections a gateway may have open, of what all gateways may have together. */
export function slotsAllowed(asked: {
  /** Null where the sub-account has no limit. */
  limit: number | null;
  /** Open at all other gateways. */
  elsewhere: number;
  open: number;
  wanted: number;
}): number {
  const { limit, elsewhere, open, wanted } = asked;
  if (limit === null || wanted <= open) return Math.max(open, wanted);
  return Math.max(open, Math.min(wanted, limit - elsewhere));
}
