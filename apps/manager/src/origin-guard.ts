/**
 * Access control (spec/manager#origins, spec/quality#x2, spec/quality#x3). Any website can make a
 * browser send requests to this machine: Host reveals DNS rebinding, Origin names the requesting
 * page, and `Sec-Fetch-Site` is used if there is no Origin.
 */
export interface GuardedRequest {
  method: string;
  /** The request target. */
  url: string;
  /** All values of a header: repeated headers are refused. */
  host: readonly string[];
  origin: readonly string[];
  fetchSite: readonly string[];
  fetchMode: readonly string[];
  fetchDest: readonly string[];
}
export interface AllowedOrigins {
  port: number;
  /** Allowed origins other than the manager's own page. */
  dashboards: readonly string[];
}
/** `origin`: the page that may read the response; null if the request has none. */
export type OriginVerdict = { allowed: true; origin: string | null } | { allowed: false };

const refused: OriginVerdict = { allowed: false };

/** Checks a request by its head, before its path and body are read. */
export function checkOrigin(
  request: GuardedRequest,
  { port, dashboards }: AllowedOrigins,
): OriginVerdict {
  // An absolute request target would name another host.
  if (!request.url.startsWith("/")) return refused;
  if (!isLoopbackHost(request.host, port)) return refused;
  if (request.origin.length > 1) return refused;
  const [origin] = request.origin;
  if (origin !== undefined) {
    const isAllowed = ownOrigins(port).includes(origin) || dashboards.includes(origin);
    return isAllowed ? { allowed: true, origin } : refused;
  }
  return isCrossSite(request) ? refused : { allowed: true, origin: null };
}

/** The origins of the manager's own page. */
export const ownOrigins = (port: number) => [
  new URL(`http://127.0.0.1:${port}`).origin,
  new URL(`http://localhost:${port}`).origin,
];

function isLoopbackHost(host: readonly string[], port: number): boolean {
  const [one = "", ...more] = host;
  const named = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i.exec(one);
  return more.length === 0 && named !== null && Number(named[1] ?? 80) === port;
}

/** Links to the status page are allowed from any site: only the user sees the page. */
function isCrossSite({ method, url, fetchSite, fetchMode, fetchDest }: GuardedRequest): boolean {
  const elsewhere = fetchSite.some((site) => !["same-origin", "none"].includes(site));
  const followsLink =
    method === "GET" && url === "/" && fetchMode[0] === "navigate" && fetchDest[0] === "document";
  return elsewhere && !followsLink;
}
