/** Socket addresses as the kernel writes them (`sockaddr_in`, `sockaddr_in6`). */
import {
  canonicalAddress,
  formatIpv4,
  formatIpv6,
  parseIpv4,
  parseIpv6,
} from "@turnpike/rules/ip-address.ts";
import { afInet, afInet6 } from "./kernel.ts";

export interface SocketAddress {
  family: number;
  bytes: Uint8Array;
}

/** Null for what is no address. */
export function writeAddress(address: string, port: number): SocketAddress | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, afInet, true);
    view.setUint16(2, port);
    view.setUint32(4, ipv4);
    return { family: afInet, bytes };
  }
  const groups = parseIpv6(address);
  if (groups === null) return null;
  const bytes = new Uint8Array(28);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, afInet6, true);
  view.setUint16(2, port);
  for (const [at, group] of groups.entries()) view.setUint16(8 + at * 2, group);
  return { family: afInet6, bytes };
}

/** The canonical address (a v4-mapped one as v4) and port. */
export function readAddress(bytes: Uint8Array): { address: string; port: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const port = view.getUint16(2);
  if (view.getUint16(0, true) === afInet) return { address: formatIpv4(view.getUint32(4)), port };
  const groups = Array.from({ length: 8 }, (_, at) => view.getUint16(8 + at * 2));
  const text = formatIpv6(groups);
  return { address: canonicalAddress(text) ?? text, port };
}
