/**
 * Who may ask (spec/manager#origins, spec/quality#x2, spec/quality#x3). Any website can make a
 * browser send requests to this machine: the Host tells the real one from a rebound name, the
 * Origin tells whose page asks, and `Sec-Fetch-Site` speaks where there is no Origin.
 */
export interface GuardedRequest {
  method: string;
  /** The request line's address. */
  url: string;
  /** Each value of the header, for headers that may stand once. */
  host: readonly string[];
  origin: readonly string[];
  fetchSite: readonly string[];
  fetchMode: readonly string[];
  fetchDest: readonly string[];
}
export interface House {
  port: number;
  /** Origins that may ask, the manager's own page aside. */
  dashboards: readonly string[];
}
/** `origin`: whose page may read the answer; null where no page asks. */
export type Verdict = { allowed: true; origin: string | null } | { allowed: false };

const refused: Verdict = { allowed: false };

/** Judges a request by its head alone, before its path or body is looked at. */
export function judge(asked: GuardedRequest, { port, dashboards }: House): Verdict {
  // An absolute address would name a host of its own.
  if (!asked.url.startsWith("/")) return refused;
  if (!isLoopbackHost(asked.host, port)) return refused;
  if (asked.origin.length > 1) return refused;
  const [origin] = asked.origin;
  if (origin !== undefined) {
    const known = ownOrigins(port).includes(origin) || dashboards.includes(origin);
    return known ? { allowed: true, origin } : refused;
  }
  return comesFromElsewhere(asked) ? refused : { allowed: true, origin: null };
}

/** How browsers spell the manager's own page. */
export const ownOrigins = (port: number) => [
  new URL(`http://127.0.0.1:${port}`).origin,
  new URL(`http://localhost:${port}`).origin,
];

function isLoopbackHost(host: readonly string[], port: number): boolean {
  const [one = "", ...more] = host;
  const named = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i.exec(one);
  return more.length === 0 && named !== null && Number(named[1] ?? 80) === port;
}

/** A link to the status page is followed from anywhere: nobody but the person sees it. */
function comesFromElsewhere({
  method,
  url,
  fetchSite,
  fetchMode,
  fetchDest,
}: GuardedRequest): boolean {
  const elsewhere = fetchSite.some((site) => !["same-origin", "none"].includes(site));
  const followsLink =
    method === "GET" && url === "/" && fetchMode[0] === "navigate" && fetchDest[0] === "document";
  return elsewhere && !followsLink;
}
