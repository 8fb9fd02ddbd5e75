/** Networks in CIDR notation (RFC 4632, RFC 4291 §2.3); a single address is a network of one. */
import { canonicalAddress, formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from "./ip-address.ts";

const IPV4_BITS = 32;
const IPV6_BITS = 128;
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/** Returns the bits of an address as text of 32 or 128 digits; null if it is not an address. */
function bitsOf(address: string): string | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) return ipv4.toString(2).padStart(IPV4_BITS, "0");
  const groups = parseIpv6(address);
  return groups?.map((group) => group.toString(2).padStart(16, "0")).join("") ?? null;
}

function addressOf(bits: string): string {
  if (bits.length === IPV4_BITS) return formatIpv4(Number.parseInt(bits, 2));
  return formatIpv6((bits.match(/.{16}/g) ?? []).map((group) => Number.parseInt(group, 2)));
}

/**
 * Returns the canonical form of a network: `192.0.2.7` for a single address, else `192.0.2.0/24`
 * with the host bits cleared, v4-mapped IPv6 as IPv4. Null if the text is not a network.
 */
export function canonicalNetwork(text: string): string | null {
  const [written = "", prefix, ...more] = text.split("/");
  const address = canonicalAddress(written);
  const bits = address === null ? null : bitsOf(address);
  if (address === null || bits === null || more.length > 0) return null;
  if (prefix === undefined) return address;
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix)) return null;
  const mapped = bits.length === IPV4_BITS && parseIpv4(written) === null;
  const length = Number(prefix) - (mapped ? MAPPED_BITS : 0);
  if (length < 0 || length > bits.length) return null;
  if (length === bits.length) return address;
  return `${addressOf(bits.slice(0, length).padEnd(bits.length, "0"))}/${length}`;
}

/** Returns whether a canonical network contains a canonical address. */
export function networkContains(network: string, address: string): boolean {
  const [first = "", prefix] = network.split("/");
  const [start, bits] = [bitsOf(first), bitsOf(address)];
  if (start === null || bits === null || start.length !== bits.length) return false;
  const length = prefix === undefined ? bits.length : Number(prefix);
  return start.slice(0, length) === bits.slice(0, length);
}

/** Returns a function that tests whether one of these canonical networks contains an address. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    const [first = "", prefix] = network.split("/");
    const bits = bitsOf(first) ?? "";
    return { family: bits.length, start: bits.slice(0, Number(prefix ?? bits.length)) };
  });
  if (ranges.length === 0) return () => false;
  return (address) => {
    const bits = bitsOf(address);
    return (
      bits !== null &&
      ranges.some(({ family, start }) => family === bits.length && bits.startsWith(start))
    );
  };
}
