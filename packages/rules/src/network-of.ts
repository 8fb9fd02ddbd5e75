/** Networks that people behind one address share, to remember where somebody signed in from. */
import { canonicalAddress, formatIpv6, parseIpv6 } from "./ip-address.ts";

/**
 * Returns a network that acquaintances may share: the /24 of an IPv4 address, the /64 of an IPv6
 * address.
 */
export function neighbourhoodOf(ip: string): string {
  const canonical = canonicalAddress(ip);
  if (canonical === null || parseIpv6(canonical) !== null) return networkOf(ip);
  return `${canonical.slice(0, canonical.lastIndexOf("."))}.0/24`;
}

/**
 * Returns an IPv4 address itself, and the /64 of an IPv6 address (`2001:db8:1:2::/64`): a household
 * has one, and its devices change the rest daily. Text that is not an address stays unchanged.
 */
export function networkOf(ip: string): string {
  const canonical = canonicalAddress(ip);
  if (canonical === null) return ip;
  const groups = parseIpv6(canonical);
  return groups === null ? canonical : `${formatIpv6([...groups.slice(0, 4), 0, 0, 0, 0])}/64`;
}

const ofNetwork = /^(.* )?([0-9a-f:]+)\/64$/;

/**
 * Returns whose turn a network takes among others: an IPv6 network of `networkOf` the turn of its /48,
 * as who has one has 65,536 networks; any other key its own. Words before it, with a space, stay.
 */
export function siteOf(network: string): string {
  const [, words = "", address = ""] = network.endsWith("/64")
    ? (ofNetwork.exec(network) ?? [])
    : [];
  const groups = parseIpv6(address);
  if (groups === null) return network;
  return `${words}${formatIpv6([...groups.slice(0, 3), 0, 0, 0, 0, 0])}/48`;
}
