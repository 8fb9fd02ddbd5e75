/**
 * Cookies that the dashboard shares with its sister sites on the parent domain
 * (spec/dashboard#shared-cookie).
 */

/**
 * The domain to share a cookie on: the host without its first label. Empty for IP addresses,
 * `localhost` and bare domains: there the cookie belongs to the host alone.
 */
export function parentDomain(host: string): string {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  const labels = host.split(".");
  return isAddress || labels.length < 3 ? "" : labels.slice(1).join(".");
}

/** What others wrote may be no URI encoding: it is taken literally then. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** All texts under the name: the host and its parent domain may each have a cookie. */
export function readCookies(name: string): string[] {
  return document.cookie
    .split("; ")
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decoded(pair.slice(name.length + 1)));
}

/** The cookie's text, or null where there is none. */
export const readCookie = (name: string): string | null => readCookies(name)[0] ?? null;

const pathAndAge = (seconds: number): string => {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  return `Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/** Takes away what hides the shared cookie: one of the same name on this host alone. */
export function dropHostCookie(name: string): void {
  if (parentDomain(location.hostname)) document.cookie = `${name}=; ${pathAndAge(0)}`;
}

/** Writes a cookie for `days`; on the host alone where the browser refuses the parent domain. */
export function writeCookie(name: string, value: string, days: number): void {
  const pair = `${name}=${encodeURIComponent(value)}; ${pathAndAge(days * 86_400)}`;
  const domain = parentDomain(location.hostname);
  if (domain) {
    dropHostCookie(name);
    document.cookie = `${pair}; Domain=${domain}`;
    if (readCookies(name).includes(value)) return;
  }
  document.cookie = pair;
}
