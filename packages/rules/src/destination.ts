/**
 * Which destinations are allowed: the deny table, and the only parser of targets; all later code
 * uses its result (spec/gateway#targets, spec/quality#g4). A host is an IP address in canonical
 * form, or a name that no resolver could take for a number; anything in between is refused.
 */
import {
  formatIpv4,
  formatIpv6,
  mappedIpv4,
  nat64Ipv4,
  parseIpv4,
  parseIpv6,
} from "./ip-address.ts";

export interface Target {
  kind: "ipv4" | "ipv6" | "name";
  /** Canonical: lower case, no brackets, no trailing dot. */
  host: string;
  port: number;
  /** `host:port`, IPv6 in brackets. */
  authority: string;
  /** False if the client spelled an address differently from `authority`. */
  asWritten: boolean;
}
export type ReadTarget = { target: Target } | { bad: string };

export interface DestinationPolicy {
  /**
   * `ip:port` literals that are allowed despite the deny table: the lab's target (spec/lab#target).
   */
  allow: ReadonlySet<string>;
  /** Canonical addresses of this gateway's machine and of the product; denied at any port. */
  ownAddresses: Pick<ReadonlySet<string>, "has">;
  /** Lower-case host names of the product itself. */
  ownNames: Pick<ReadonlySet<string>, "has"> & Iterable<string>;
  /** Ports that are denied at every host (`BLOCKED_PORTS`). */
  blockedPorts?: Pick<ReadonlySet<number>, "has">;
}
export type AddressVerdict = { allowed: true } | { allowed: false; why: string };
export type TargetVerdict =
  | { verdict: "dial" }
  | { verdict: "resolve" }
  | { verdict: "refuse"; reason: "targetNotAllowed" | "portBlocked"; why: string };

/** RFC 1035 §2.3.4. */
const NAME_MAX = 253;
/** Hyphens at either end too: such names exist, and curl, browsers and name servers accept them. */
const LABEL = /^[a-z0-9_-]{1,63}$/;
/** If some resolver reads the last label as a number, it takes the whole host for an address. */
const NUMERIC_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;
/** Names that mean this machine or this network (RFC 6761, RFC 6762, RFC 8375, ICANN .internal). */
const INTERNAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Parses `host:port`, IPv6 in brackets. If `defaultPort` is null, the port is required. */
export function parseAuthority(text: string, defaultPort: number | null): ReadTarget {
  const bracketed = text.startsWith("[");
  const end = bracketed ? text.indexOf("]") + 1 : text.indexOf(":");
  if (bracketed && end === 0) return { bad: "bad host" };
  const host = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? "" : text.slice(end);
  if (rest === "") return defaultPort === null ? { bad: "no port" } : parseHost(host, defaultPort);
  if (!/^:[1-9][0-9]{0,4}$/.test(rest)) return { bad: "bad port" };
  return parseHost(host, Number(rest.slice(1)));
}

/** Parses a host without a port: a name, `a.b.c.d`, or IPv6 in brackets. */
export function parseHost(text: string, port: number): ReadTarget {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return { bad: "bad port" };
  if (text.startsWith("[")) {
    const groups = text.endsWith("]") ? parseIpv6(text.slice(1, -1)) : null;
    return groups === null ? { bad: "bad IPv6 address" } : ipv6Target(groups, port, text);
  }
  const lower = text.toLowerCase();
  if (parseIpv4(lower) !== null) return { target: target("ipv4", lower, port, text) };
  const name = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  if (name === "" || name.length > NAME_MAX) return { bad: "bad host" };
  const labels = name.split(".");
  if (!labels.every((label) => LABEL.test(label))) return { bad: "bad host" };
  if (NUMERIC_LABEL.test(labels.at(-1) ?? "")) return { bad: "IP address not spelled a.b.c.d" };
  return { target: target("name", name, port, text) };
}

/** Converts the 4 or 16 address bytes of SOCKS5 to a target. */
export function targetFromBytes(bytes: Uint8Array, port: number): ReadTarget {
  const pair = (at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
  if (bytes.length === 4) return parseHost(formatIpv4(pair(0) * 65_536 + pair(2)), port);
  if (bytes.length !== 16) return { bad: "bad address" };
  return parseHost(`[${formatIpv6([0, 2, 4, 6, 8, 10, 12, 14].map(pair))}]`, port);
}

function ipv6Target(groups: number[], port: number, written: string): ReadTarget {
  return { target: target("ipv6", formatIpv6(groups), port, written) };
}

function target(kind: Target["kind"], host: string, port: number, written: string): Target {
  const spelled = kind === "ipv6" ? `[${host}]` : host;
  return { kind, host, port, authority: `${spelled}:${port}`, asWritten: written === spelled };
}

/**
 * Decides whether a target may be dialled, or its name resolved. Every resolved address is then
 * checked with `judgeAddress`; a name is never on the allow list.
 */
export function judgeTarget(target: Target, policy: DestinationPolicy): TargetVerdict {
  const isName = target.kind === "name";
  if (!isName && target.asWritten && policy.allow.has(target.authority)) return { verdict: "dial" };
  const judged = isName ? judgeName(target.host, policy) : judgeAddress(target.host, policy);
  if (!judged.allowed) return { verdict: "refuse", reason: "targetNotAllowed", why: judged.why };
  if (policy.blockedPorts?.has(target.port))
    return { verdict: "refuse", reason: "portBlocked", why: `port ${target.port}` };
  return { verdict: isName ? "resolve" : "dial" };
}

function judgeName(name: string, policy: DestinationPolicy): AddressVerdict {
  if (policy.ownNames.has(name)) return { allowed: false, why: "the product itself" };
  // No public name has a single label; a search domain would turn it into an internal one.
  const internal = !name.includes(".") || INTERNAL_NAME.test(name);
  return internal ? { allowed: false, why: "internal name" } : { allowed: true };
}

/**
 * Checks an address against the deny table: resolved addresses before dialing, the socket's remote
 * address afterwards. Refuses anything that is not in canonical form.
 */
export function judgeAddress(address: string, policy: DestinationPolicy): AddressVerdict {
  if (policy.ownAddresses.has(address)) return { allowed: false, why: "the product itself" };
  const ipv4 = parseIpv4(address);
  const groups = ipv4 === null ? parseIpv6(address) : null;
  const translated = groups && nat64Ipv4(groups);
  if (translated !== null) return judgeAddress(translated, policy);
  const why = ipv4 === null ? denyIpv6(groups) : denyIpv4(ipv4);
  return why === null ? { allowed: true } : { allowed: false, why };
}

/** IANA's special-purpose IPv4 registry (RFC 6890 and later), and cloud metadata addresses. */
const deniedIpv4: readonly [string, number, string][] = [
  ["0.0.0.0", 8, "this network"],
  ["10.0.0.0", 8, "private network"],
  ["100.64.0.0", 10, "carrier-grade NAT"],
  ["127.0.0.0", 8, "loopback"],
  ["168.63.129.16", 32, "cloud control"],
  ["169.254.0.0", 16, "link-local"],
  ["172.16.0.0", 12, "private network"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.88.99.0", 24, "6to4 relay"],
  ["192.168.0.0", 16, "private network"],
  ["198.18.0.0", 15, "benchmarking"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved or broadcast"],
];
const deniedIpv4Ranges = deniedIpv4.map(([from, bits, why]) => {
  const first = parseIpv4(from) ?? 0;
  return { first, last: first + 2 ** (32 - bits) - 1, why };
});

function denyIpv4(address: number): string | null {
  for (const range of deniedIpv4Ranges) {
    if (address >= range.first && address <= range.last) return range.why;
  }
  return null;
}

/**
 * In IPv6 only global unicast, 2000::/3, may be dialled, without the ranges that embed other
 * addresses or are reserved. NAT64's well-known prefix was judged as its IPv4 address before.
 */
function denyIpv6(groups: readonly number[] | null): string | null {
  if (groups === null) return "not an IP address";
  const [first = 0, second = 0] = groups;
  if (mappedIpv4(groups) !== null) return "IPv4 spelled as IPv6";
  if (first < 0x2000 || first > 0x3fff) return "not a global IPv6 address";
  if (first === 0x2001 && second < 0x200) return "protocol assignments (Teredo, benchmarking)";
  if (first === 0x2001 && second === 0xdb8) return "documentation";
  if (first === 0x2002) return "6to4";
  if (first === 0x3fff && second < 0x1000) return "documentation";
  return null;
}
