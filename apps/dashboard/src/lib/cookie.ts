/** Cookies that the dashboard shares with its sister sites on the parent domain (spec §4). */

/**
 * The domain to share a cookie on: the host without its first label. Empty for IP addresses,
 * `localhost` and bare domains: there the cookie belongs to the host alone.
 */
export function parentDomain(host: string): string {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  const labels = host.split(".");
  return isAddress || labels.length < 3 ? "" : labels.slice(1).join(".");
}

/** The cookie's text, or null where there is none. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split("; ")) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return null;
}

/** Writes a cookie for `days`; on the host alone where the browser refuses the parent domain. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = `Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
  const pair = `${name}=${encodeURIComponent(value)}; ${age}`;
  const domain = parentDomain(location.hostname);
  if (domain) {
    document.cookie = `${pair}; Domain=${domain}`;
    if (readCookie(name) === value) return;
  }
  document.cookie = pair;
}
