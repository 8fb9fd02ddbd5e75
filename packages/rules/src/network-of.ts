/** Whose neighbours share an address: for what is remembered of where somebody signed in. */
import { canonicalAddress, formatIpv6, parseIpv6 } from "./ip-address.ts";

/**
 * The network that two people who know each other may share: of an IPv4 address its /24, of an IPv6
 * address its /64.
 */
export function neighbourhoodOf(ip: string): string {
  const canonical = canonicalAddress(ip);
  if (canonical === null || parseIpv6(canonical) !== null) return networkOf(ip);
  return `${canonical.slice(0, canonical.lastIndexOf("."))}.0/24`;
}

/**
 * An IPv4 address itself; of an IPv6 address its /64 (`2001:db8:1:2::/64`): a household has one,
 * and its devices change the rest every day. What is no address stays as it is.
 */
export function networkOf(ip: string): string {
  const canonical = canonicalAddress(ip);
  if (canonical === null) return ip;
  const groups = parseIpv6(canonical);
  return groups === null ? canonical : `${formatIpv6([...groups.slice(0, 4), 0, 0, 0, 0])}/64`;
}
