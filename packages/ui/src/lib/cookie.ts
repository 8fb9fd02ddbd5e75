/**
 * Cookies that the dashboard shares with other sites on the parent domain
 * (spec/dashboard#shared-cookie).
 */
import { cookieText, writeCookieText } from "./storage.ts";

/**
 * Returns the domain on which to share a cookie: the host without its first label. Empty for IP
 * addresses, `localhost` and bare domains, where the cookie belongs to the host only.
 */
export function parentDomain(host: string): string {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  const labels = host.split(".");
  return isAddress || labels.length < 3 ? "" : labels.slice(1).join(".");
}

/** Decodes a value; other sites may not have URI-encoded theirs, which is then taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns all values of a cookie: the host and its parent domain may each have one. */
export function readCookies(name: string): string[] {
  return cookieText()
    .split("; ")
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decoded(pair.slice(name.length + 1)));
}

/** Returns the value of a cookie, or null. */
export const readCookie = (name: string): string | null => readCookies(name)[0] ?? null;

const pathAndAge = (seconds: number): string => {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  return `Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
};

/** Deletes a cookie of this host that hides the shared one of the same name. */
export function dropHostCookie(name: string): void {
  if (parentDomain(location.hostname)) writeCookieText(`${name}=; ${pathAndAge(0)}`);
}

/** Sets a cookie for `days`; on the host only if the browser rejects the parent domain. */
export function writeCookie(name: string, value: string, days: number): void {
  const pair = `${name}=${encodeURIComponent(value)}; ${pathAndAge(days * 86_400)}`;
  const domain = parentDomain(location.hostname);
  if (domain) {
    dropHostCookie(name);
    writeCookieText(`${pair}; Domain=${domain}`);
    if (readCookies(name).includes(value)) return;
  }
  writeCookieText(pair);
}
