/** The network by which limits count clients. */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { TwoGenerationCache } from "./two-generation-cache.ts";

const ipv6 = new TwoGenerationCache<string>(4_096);

/** The network of a canonical address: an IPv4 address itself, or the /64 of an IPv6 address. */
export function networkOfClient(address: string): string {
  if (!address.includes(":")) return address;
  let network = ipv6.get(address);
  if (network === undefined) {
    network = networkOf(address);
    ipv6.set(address, network);
  }
  return network;
}
