/**
 * Parses the PROXY protocol header, versions 1 and 2, which a proxy in front sends before a
 * client's first byte (haproxy.org, proxy-protocol.txt; spec/gateway#proxies).
 */
import {
  canonicalAddress,
  formatIpv4,
  formatIpv6,
  parseIpv4,
  parseIpv6,
} from "@turnpike/rules/ip-address.ts";

export interface ProxyHeader {
  /** The length of the header, after which the client's bytes begin. */
  length: number;
  /** The client's address; null if the proxy itself opened the connection (LOCAL, UNKNOWN). */
  address: string | null;
}

const v1Start = Buffer.from("PROXY ");
const v1Longest = 107;
const v2Start = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const v2FixedBytes = 16;
/** The limit of addresses and TLVs; the protocol allows more, but proxies send about 100 bytes. */
const v2Longest = 4_096;
/** The longest header of either version that is accepted. */
export const proxyHeaderLongest = v2FixedBytes + v2Longest;

/** Parses the header at the beginning of `bytes`: `more` bytes are needed, or they are `bad`. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | "more" | "bad" {
  const start = bytes[0] === v2Start[0] ? v2Start : v1Start;
  const known = Math.min(bytes.length, start.length);
  if (!bytes.subarray(0, known).equals(start.subarray(0, known))) return "bad";
  if (known < start.length) return "more";
  return start === v1Start ? readV1(bytes) : readV2(bytes);
}

function readV1(bytes: Buffer): ProxyHeader | "more" | "bad" {
  const end = bytes.subarray(0, v1Longest).indexOf("\r\n");
  if (end < 0) return bytes.length < v1Longest ? "more" : "bad";
  const length = end + 2;
  const [family, ...rest] = bytes.toString("latin1", v1Start.length, end).split(" ");
  if (family === "UNKNOWN") return { length, address: null };
  const [source = "", destination = "", ...ports] = rest;
  const parse = family === "TCP4" ? parseIpv4 : family === "TCP6" ? parseIpv6 : null;
  if (parse === null || ports.length !== 2 || !ports.every(isPort)) return "bad";
  const address = parse(source) === null ? null : canonicalAddress(source);
  return address === null || parse(destination) === null ? "bad" : { length, address };
}

const isPort = (text: string) => /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535;

const [local, proxied] = [0x20, 0x21];
const [unspecified, tcp4, tcp6] = [0x00, 0x11, 0x21];
/** The size of source, destination and both ports. */
const [tcp4Bytes, tcp6Bytes] = [12, 36];

function readV2(bytes: Buffer): ProxyHeader | "more" | "bad" {
  if (bytes.length < v2FixedBytes) return "more";
  const [command, family] = [bytes[12], bytes[13]];
  const rest = bytes.readUInt16BE(14);
  if ((command !== local && command !== proxied) || rest > v2Longest) return "bad";
  const length = v2FixedBytes + rest;
  if (bytes.length < length) return "more";
  if (command === local || family === unspecified) return { length, address: null };
  if (family === tcp4 && rest >= tcp4Bytes)
    return { length, address: formatIpv4(bytes.readUInt32BE(v2FixedBytes)) };
  if (family !== tcp6 || rest < tcp6Bytes) return "bad";
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(v2FixedBytes + at * 2));
  return { length, address: canonicalAddress(formatIpv6(groups)) };
}
