/** Writes small files of the MaxMind DB format 2.0, for tests. */
import { writeFileSync } from "node:fs";
import { parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";

type Value = string | number | Value[] | { [key: string]: Value };
/** A network such as `1.2.3.0/24` or `2001:db8::/32`, and its record. */
export type Entry = [network: string, record: Value];

/** Writes a file; in a tree of IPv6 addresses, IPv4 networks are placed at `::/96`. */
export function writeMmdb(file: string, entries: Entry[], ipVersion: 4 | 6 = 6): void {
  const data: Buffer[] = [];
  const tree: (number | null)[][] = [[null, null]];
  const leaves: { node: number; bit: number; at: number }[] = [];
  for (const [network, record] of entries) {
    const bits = bitsOf(network, ipVersion);
    let node = 0;
    for (const bit of bits.slice(0, -1)) {
      const cells = tree[node] as (number | null)[];
      cells[bit] ??= tree.push([null, null]) - 1;
      node = cells[bit] as number;
    }
    leaves.push({ node, bit: bits.at(-1) ?? 0, at: Buffer.concat(data).length });
    data.push(encode(record));
  }
  const count = tree.length;
  const cells = tree.map((pair) => pair.map((next) => next ?? count));
  for (const { node, bit, at } of leaves) (cells[node] as number[])[bit] = count + 16 + at;
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: "Test",
    description: { en: "test" },
    ip_version: ipVersion,
    languages: ["en"],
    node_count: count,
    record_size: 32,
  };
  const nodes = Buffer.alloc(count * 8);
  for (const [at, cell] of cells.flat().entries()) nodes.writeUInt32BE(cell, at * 4);
  const mark = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  writeFileSync(file, Buffer.concat([nodes, Buffer.alloc(16), ...data, mark, encode(metadata)]));
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address = "", length = ""] = network.split("/");
  const ipv4 = parseIpv4(address);
  const bytes = ipv4 === null ? (parseIpv6(address) ?? []) : [ipv4 >>> 16, ipv4 & 0xffff];
  const bits = bytes.flatMap((word) => [...word.toString(2).padStart(16, "0")].map(Number));
  const own = bits.slice(0, Number(length));
  return ipv4 !== null && ipVersion === 6 ? [...Array.from({ length: 96 }, () => 0), ...own] : own;
}

/** Types of the format: 2 text, 3 double, 6 uint32, 7 map, 11 array. */
function encode(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([head(3, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([head(7, entries.length), ...parts]);
}

/** Sizes below 29 fit in the control byte; larger ones, up to 284, take one more byte. */
function head(type: number, size: number): Buffer {
  const written = Math.min(size, 29);
  const more = size >= 29 ? [size - 29] : [];
  return type > 7
    ? Buffer.from([written, type - 7, ...more])
    : Buffer.from([(type << 5) | written, ...more]);
}
