/** Parses and formats IP addresses; only canonical spellings of IPv4 are accepted. */

/** Parses an IPv4 address to a number from 0 to 2^32 - 1; null for any spelling but `a.b.c.d`. */
export function parseIpv4(text: string): number | null {
  if (text.length < 7 || text.length > 15) return null;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) {
      if (octet < 0) return null;
      value = value * 256 + octet;
      octet = -1;
      dots += 1;
      continue;
    }
    // Digits without a leading zero: some parsers read `0177` as octal.
    if (code < 0x30 || code > 0x39 || octet === 0) return null;
    octet = (octet < 0 ? 0 : octet * 10) + code - 0x30;
    if (octet > 255) return null;
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : null;
}

/** Formats a number from 0 to 2^32 - 1 as `a.b.c.d`. */
export function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

const zeros: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0];

/** Parses an IPv6 address to eight 16-bit groups (RFC 4291 §2.2); no zones, no brackets. */
export function parseIpv6(text: string): number[] | null {
  if (text.length < 2 || text.length > 45 || !/^[0-9a-fA-F:.]+$/.test(text)) return null;
  const gap = text.indexOf("::");
  if (gap < 0) {
    const groups = readGroups(text, true);
    return groups?.length === 8 ? groups : null;
  }
  const left = readGroups(text.slice(0, gap), false);
  const right = readGroups(text.slice(gap + 2), true);
  if (left === null || right === null || left.length + right.length > 7) return null;
  return [...left, ...zeros.slice(left.length + right.length), ...right];
}

function readGroups(text: string, lastMayBeIpv4: boolean): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const ipv4 = lastMayBeIpv4 && at === parts.length - 1 ? parseIpv4(part) : null;
    if (ipv4 === null) return null;
    groups.push(ipv4 >>> 16, ipv4 & 0xffff);
  }
  return groups;
}

/** Formats eight groups according to RFC 5952. */
export function formatIpv6(groups: readonly number[]): string {
  const gap = longestZeros(groups);
  const hex = groups.map((group) => group.toString(16));
  if (gap.length < 2) return hex.join(":");
  return `${hex.slice(0, gap.start).join(":")}::${hex.slice(gap.start + gap.length).join(":")}`;
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let at = 0; at <= groups.length; at += 1) {
    if (groups[at] === 0) continue;
    if (at - start > best.length) best = { start, length: at - start };
    start = at + 1;
  }
  return best;
}

/** Returns the IPv4 address inside `::ffff:a.b.c.d` as a number; null if there is none. */
export function mappedIpv4(groups: readonly number[]): number | null {
  const [a, b, c, d, e, mark, high = 0, low = 0] = groups;
  const mapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && mark === 0xffff;
  return mapped ? high * 65_536 + low : null;
}

/**
 * Returns the IPv4 address, as text, that NAT64's well-known prefix `64:ff9b::/96` leads to (RFC 6052);
 * null if the groups have another prefix.
 */
export function nat64Ipv4(groups: readonly number[]): string | null {
  const [first, second, ...rest] = groups;
  const isPrefix =
    first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((group) => group === 0);
  return isPrefix ? formatIpv4((groups[6] ?? 0) * 65_536 + (groups[7] ?? 0)) : null;
}

/**
 * Returns the canonical form of an address, which facts and verdicts use: dotted IPv4, IPv6 as in
 * RFC 5952, v4-mapped IPv6 as IPv4. Null if the text is not an address.
 */
export function canonicalAddress(text: string): string | null {
  if (parseIpv4(text) !== null) return text;
  const groups = parseIpv6(text);
  if (groups === null) return null;
  const ipv4 = mappedIpv4(groups);
  return ipv4 === null ? formatIpv6(groups) : formatIpv4(ipv4);
}
