/**
 * The TCP sockets that Linux lists in `/proc/net/tcp` and `tcp6`, one per row, such as
 *
 *     sl  local_address rem_address   st tx_queue rx_queue …
 *      3: 0100007F:1F90 0100007F:C350 01 0002D000:00000000 …
 *
 * Addresses are the kernel's words in hex (so on most machines the bytes of each word are
 * reversed), ports and counts plain hex. Rows are compared in this form: only the addresses of the
 * few sockets that are asked for are converted to it, not each row's address to ours.
 */
import { mappedIpv4, parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";

/** The prefix of an IPv4 address in `tcp6`, for either byte order. */
const mapped = /^0{16}(?:0000FFFF|FFFF0000)/;
/** Matches rows whose `tx_queue` is not 0. */
const row =
  /^ *\d+: ([\dA-F]+):([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) [\dA-F]{2} (?!0{8}:)([\dA-F]{8}):/gm;

/**
 * Reads complete rows into `queues`: by socket, the bytes that the kernel holds for the other side,
 * if any. IPv4 sockets have the same key from both files.
 */
export function readQueues(rows: string, queues: Map<string, number>): void {
  for (const [, local = "", localPort, remote = "", remotePort, bytes = ""] of rows.matchAll(row)) {
    const from = `${local.replace(mapped, "")}:${localPort}`;
    const to = `${remote.replace(mapped, "")}:${remotePort}`;
    queues.set(`${from} ${to}`, Number.parseInt(bytes, 16));
  }
}

export interface Endpoint {
  address: string | undefined;
  port: number | undefined;
}

/** The key of a socket in the rows; null if an address is missing or invalid. */
export function socketKey(
  local: Endpoint,
  remote: Endpoint,
  endianness: "LE" | "BE",
): string | null {
  const from = endpointKey(local, endianness);
  const to = endpointKey(remote, endianness);
  return from === null || to === null ? null : `${from} ${to}`;
}

function endpointKey({ address = "", port = 0 }: Endpoint, endianness: "LE" | "BE"): string | null {
  // The rows contain no zones.
  const [bare = ""] = address.split("%");
  const words = wordsOf(bare);
  if (words === null) return null;
  const bytes = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries()) {
    if (endianness === "LE") bytes.writeUInt32LE(word, at * 4);
    else bytes.writeUInt32BE(word, at * 4);
  }
  return `${bytes.toString("hex")}:${port.toString(16).padStart(4, "0")}`.toUpperCase();
}

/** An address as 32-bit numbers: one for IPv4, even if mapped, four for IPv6. */
function wordsOf(address: string): number[] | null {
  const plain = parseIpv4(address);
  if (plain !== null) return [plain];
  const groups = parseIpv6(address);
  if (groups === null) return null;
  const ipv4 = mappedIpv4(groups);
  if (ipv4 !== null) return [ipv4];
  return [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0));
}
