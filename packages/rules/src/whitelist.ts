/** Which addresses may stand on a whitelist (contract §16 Whitelist, spec §8). */

export type WhitelistRefusal = "badIp" | "privateIp" | "mainlandChinaIp";
export type WhitelistVerdict = { take: true; ip: string } | { take: false; why: WhitelistRefusal };

/**
 * An address in its one spelling: dotted quad without leading zeros, IPv6 as RFC 5952 says, a
 * v4-mapped one as IPv4. Null for what is no single address: a range, a zone, a name.
 */
export function canonicalIp(text: string): string | null {
  const quad = parseQuad(text);
  if (quad !== null) return quad.join(".");
  const groups = parseGroups(text);
  if (groups === null) return null;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [groups[6], groups[7]].map((group = 0) => `${group >> 8}.${group & 255}`).join(".");
  }
  return writeGroups(groups);
}

/** Decides on one address. `country` is where it is registered, null where that is unknown. */
export function judgeWhitelistIp(asked: {
  text: string;
  country: string | null;
  /** The lab takes loopback and private addresses, its clients have no others. */
  lab: boolean;
}): WhitelistVerdict {
  const ip = canonicalIp(asked.text);
  if (ip === null || isNobodys(ip)) return { take: false, why: "badIp" };
  if (isPrivate(ip) && !asked.lab) return { take: false, why: "privateIp" };
  if (asked.country === "CN") return { take: false, why: "mainlandChinaIp" };
  return { take: true, ip };
}

function parseQuad(text: string): number[] | null {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null;
  const parts = text.split(".").map(Number);
  return parts.every((part) => part <= 255) ? parts : null;
}

function parseGroups(text: string): number[] | null {
  if (text.length > 45 || !/^[0-9a-fA-F:.]+$/.test(text)) return null;
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [left, right] = halves.map((half) => (half === "" ? [] : readGroups(half)));
  if (left === undefined || left === null || right === null) return null;
  if (right === undefined) return left.length === 8 ? left : null;
  if (halves[0]?.includes(".") || left.length + right.length > 7) return null;
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** Groups of four hex digits; the last may be an IPv4 address, which makes two of them. */
function readGroups(text: string): number[] | null {
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const quad = index === parts.length - 1 ? parseQuad(part) : null;
    if (quad) groups.push(...pairs(quad));
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
const pairs = ([a = 0, b = 0, c = 0, d = 0]: number[]) => [a * 256 + b, c * 256 + d];

/** RFC 5952: lower case, no leading zeros, the longest run of two zeros or more as `::`. */
function writeGroups(groups: number[]): string {
  let best = { at: -1, length: 1 };
  for (let at = 0; at < 8; at += 1) {
    let length = 0;
    while (at + length < 8 && groups[at + length] === 0) length += 1;
    if (length > best.length) best = { at, length };
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.at < 0) return hex.join(":");
  return `${hex.slice(0, best.at).join(":")}::${hex.slice(best.at + best.length).join(":")}`;
}

/** Unspecified, broadcast and multicast addresses: no client has them (RFC 6890, RFC 4291). */
function isNobodys(ip: string): boolean {
  if (ip.includes(":")) return ip === "::" || /^ff[0-9a-f]{2}:/.test(ip);
  const [first = 0] = ip.split(".").map(Number);
  return first === 0 || first >= 224;
}

/** Loopback, private, link-local and shared addresses (RFC 1918, 6598, 3927, 4193, 4291). */
function isPrivate(ip: string): boolean {
  if (ip.includes(":")) return ip === "::1" || /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/.test(ip);
  const [a = 0, b = 0] = ip.split(".").map(Number);
  if (a === 10 || a === 127) return true;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168;
  if (a === 169) return b === 254;
  return a === 100 && b >= 64 && b <= 127;
}
