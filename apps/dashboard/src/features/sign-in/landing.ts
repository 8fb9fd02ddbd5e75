/**
 * What came along to /index/loading: a ticket, or a provider's code. It is taken out of the address
 * before anything else happens, so that neither history nor a request's Referer keeps it.
 */
export const LANDING = "/index/loading";

export interface Landing {
  ticket: string | null;
  /** Of a link that the operator's staff made: a read-only view of an account. */
  view: string | null;
  code: string | null;
  state: string | null;
  /** Why a provider sent the browser back without a code. */
  error: string | null;
}

let taken: URLSearchParams = new URLSearchParams();

/** Reads the address and strips it; at the very start of the page. */
export function stripLanding(): void {
  if (location.pathname !== LANDING) return;
  const parameters = `${location.search.slice(1)}&${location.hash.slice(1)}`;
  taken = new URLSearchParams(parameters);
  if (location.search || location.hash) history.replaceState(null, "", LANDING);
}

/** What came along, once. */
export function takeLanding(): Landing {
  const [ticket = null, view = null, code = null, state = null, error = null] = [
    "ticket",
    "view",
    "code",
    "state",
    "error",
  ].map((name) => taken.get(name));
  taken = new URLSearchParams();
  return { ticket, view, code, state, error };
}
