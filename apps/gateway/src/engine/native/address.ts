/** Socket addresses as the kernel writes them (`sockaddr_in`, `sockaddr_in6`). */
import {
  canonicalAddress,
  formatIpv4,
  formatIpv6,
  parseIpv4,
  parseIpv6,
} from "@turnpike/rules/ip-address.ts";
import { afInet, afInet6 } from "./kernel.ts";

const ipv4Bytes = new Uint8Array(16);
const ipv6Bytes = new Uint8Array(28);

/** Encodes an address and port, valid until the next call; null if it is not an address. */
export function writeAddress(address: string, port: number): Uint8Array | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) {
    ipv4Bytes[0] = afInet;
    writePair(ipv4Bytes, 2, port);
    writePair(ipv4Bytes, 4, ipv4 >>> 16);
    writePair(ipv4Bytes, 6, ipv4 & 0xffff);
    return ipv4Bytes;
  }
  const groups = parseIpv6(address);
  if (groups === null) return null;
  ipv6Bytes[0] = afInet6;
  writePair(ipv6Bytes, 2, port);
  for (const [at, group] of groups.entries()) writePair(ipv6Bytes, 8 + at * 2, group);
  return ipv6Bytes;
}

const maxTexts = 4_096;
/** The texts of addresses that were read lately, as most connections come from few clients. */
const texts = new Map<number, string>();

function textOf(ipv4: number): string {
  let text = texts.get(ipv4);
  if (text !== undefined) return text;
  if (texts.size >= maxTexts) texts.clear();
  text = formatIpv4(ipv4);
  texts.set(ipv4, text);
  return text;
}

/** Decodes an address (canonical, a v4-mapped one as IPv4) and port. */
export function readAddress(bytes: Uint8Array): { address: string; port: number } {
  const port = readPair(bytes, 2);
  if (bytes[0] === afInet) {
    return { address: textOf(readPair(bytes, 4) * 65_536 + readPair(bytes, 6)), port };
  }
  const groups = Array.from({ length: 8 }, (_, at) => readPair(bytes, 8 + at * 2));
  const text = formatIpv6(groups);
  return { address: canonicalAddress(text) ?? text, port };
}

function writePair(bytes: Uint8Array, at: number, pair: number): void {
  bytes[at] = pair >>> 8;
  bytes[at + 1] = pair & 255;
}

function readPair(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}
