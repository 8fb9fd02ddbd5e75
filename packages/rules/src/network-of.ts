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
