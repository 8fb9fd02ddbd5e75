/** The ISP pool: opening exits for hours, and whitelisted ports (spec/pool#opening). */

/** Hours that an IP may be opened for. */
export const openHours = { least: 1, most: 5 } as const;
/** The list of opened IPs goes back so far. */
export const listedMs = 5 * 3_600_000;
/** Ports that a customer may ask for; 443 is recommended. */
export const apiPorts = { first: 80, last: 10_000, recommended: 443 } as const;
/** IPs that are opened at once at most. */
export const mostOpened = 500;
/** Whitelisted ports of one call at most, of one account at a time, and their minutes. */
export const mostWhitelistedPorts = 100;
export const mostLiveWhitelistedPorts = 1_000;
/** Of so many numbers of the gateway whitelisted ports, which cost nothing, leave a quarter to what is paid for. */
export const whitelistedPortShare = (numbers: number): number =>
  Math.max(1, Math.floor(numbers * 0.75));
export const whiteMinutes = { least: 1, most: 1_440 } as const;
/** Extraction links of one account at most. */
export const mostApiLinks = 100;

/** Whether so many consecutive ports from `first` on may be asked for. */
export function fitsApiPorts(first: number, count: number): boolean {
  return first >= apiPorts.first && first + count - 1 <= apiPorts.last;
}

/**
 * An address as those see it who have not opened it: the network stays, what tells one exit from
 * another does not. IPv4 `127.1.*.*`, IPv6 `2001:db8:*`.
 */
export function maskIp(ip: string): string {
  const [separator, kept, rest] = ip.includes(":") ? [":", 2, ":*"] : [".", 2, ".*.*"];
  return ip.split(separator).slice(0, kept).join(separator) + rest;
}
