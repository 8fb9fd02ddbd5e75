/** Exits that are IPv6 prefixes: each session gets its own address (spec/gateway#prefixes). */
import { createHash, randomBytes } from "node:crypto";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { formatIpv6, parseIpv6 } from "@turnpike/rules/ip-address.ts";

const ADDRESS_BITS = 128;

/**
 * Picks one address of a prefix: always the same for the same seed, a random one for null. Returns
 * exits that have a single address, or whose address was already picked, unchanged.
 */
export function withPrefixAddress<E extends ExitFact>(exit: E, seed: string | null): E {
  const { prefix = ADDRESS_BITS, host } = exit;
  if (prefix >= ADDRESS_BITS) return exit;
  const address = addressIn(host, prefix, seed);
  return { ...exit, ip: address, host: address, prefix: ADDRESS_BITS };
}

/** Never returns the first address, the subnet-router anycast address (RFC 4291 §2.6.1). */
function addressIn(network: string, bits: number, seed: string | null): string {
  const groups = parseIpv6(network) ?? [];
  const bytes = seed === null ? randomBytes(16) : createHash("sha256").update(seed).digest();
  const own = groups.map((group, at) => {
    const fixed = Math.min(Math.max(bits - at * 16, 0), 16);
    const free = 0xffff >> fixed;
    return (group & ~free & 0xffff) | (bytes.readUInt16BE(at * 2) & free);
  });
  if (own.every((group, at) => group === groups[at])) own[7] = (own[7] ?? 0) | 1;
  return formatIpv6(own);
}
