/**
 * What Linux tells of TCP sockets in `/proc/net/tcp` and `tcp6`: a row each, such as
 *
 *     sl  local_address rem_address   st tx_queue rx_queue …
 *      3: 0100007F:1F90 0100007F:C350 01 0002D000:00000000 …
 *
 * Addresses are hex of the kernel's own words (so on most machines each four bytes are turned
 * round), ports and counts plain hex. Sockets are told apart by these very words: only the few that
 * are asked for have their addresses brought into that form, not each row's into ours.
 */
import { mappedIpv4, parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";

/** How `tcp6` writes an IPv4 address on either kind of machine, before the address itself. */
const mapped = /^0{16}(?:0000FFFF|FFFF0000)/;
/** Rows whose `tx_queue` is not 0. */
const row =
  /^ *\d+: ([\dA-F]+):([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) [\dA-F]{2} (?!0{8}:)([\dA-F]{8}):/gm;

/**
 * Reads whole rows into `queues`: by socket the bytes that the kernel holds for its other side,
 * where there are any. IPv4 looks the same in both files.
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

/** How the rows name a socket; null where an address is missing or is none. */
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
  // The rows know nothing of zones.
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

/** An address as numbers of 32 bits, one for IPv4 however it is written, four for IPv6. */
function wordsOf(address: string): number[] | null {
  const plain = parseIpv4(address);
  if (plain !== null) return [plain];
  const groups = parseIpv6(address);
  if (groups === null) return null;
  const ipv4 = mappedIpv4(groups);
  if (ipv4 !== null) return [ipv4];
  return [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0));
}
