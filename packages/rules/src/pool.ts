/** The ISP pool: opening exits for hours, and whitelisted ports (spec/pool#opening). */

/** Hours that an IP may be opened for. */
export const openHours = { least: 1, most: 5 } as const;
/** How far back the list of opened IPs goes. */
export const listedMs = 5 * 3_600_000;
/** Ports that a customer may request; 443 is recommended. */
export const apiPorts = { first: 80, last: 10_000, recommended: 443 } as const;
/** Maximum number of IPs opened at once. */
export const maxOpenedIps = 500;
/** Maximum whitelisted ports per call and per account at a time, and their lifetime in minutes. */
export const maxWhitelistedPorts = 100;
export const maxLiveWhitelistedPorts = 1_000;
/** Whitelisted ports are free, so they may take at most three quarters of a gateway's ports. */
export const whitelistedPortShare = (numbers: number): number =>
  Math.max(1, Math.floor(numbers * 0.75));
export const whiteMinutes = { least: 1, most: 1_440 } as const;
/** Maximum number of extraction links per account. */
export const maxApiLinks = 100;

/** Returns whether `count` consecutive ports starting at `first` may be requested. */
export function fitsApiPorts(first: number, count: number): boolean {
  return first >= apiPorts.first && first + count - 1 <= apiPorts.last;
}

/**
 * Masks an address for those who have not opened it: only the network remains visible. IPv4
 * `127.1.*.*`, IPv6 `2001:db8:*`.
 */
export function maskIp(ip: string): string {
  const [separator, kept, rest] = ip.includes(":") ? [":", 2, ":*"] : [".", 2, ".*.*"];
  return ip.split(separator).slice(0, kept).join(separator) + rest;
}
