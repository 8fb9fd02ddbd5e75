/**
 * The parameters of /index/loading: a ticket, or a provider's code. They are removed from the URL
 * before anything else happens, so that neither the history nor a Referer header contains them.
 */
export const LANDING = "/index/loading";

export interface Landing {
  ticket: string | null;
  /** From a link created by the operator's staff: a read-only view of an account. */
  view: string | null;
  /** From a mailed invitation to a team. */
  invitation: string | null;
  code: string | null;
  state: string | null;
  /** Why a provider redirected without a code. */
  error: string | null;
}

let stripped: URLSearchParams = new URLSearchParams();

/** Reads the URL and strips its parameters; called at the very start of the page. */
export function stripLanding(): void {
  if (location.pathname !== LANDING) return;
  const parameters = `${location.search.slice(1)}&${location.hash.slice(1)}`;
  stripped = new URLSearchParams(parameters);
  if (location.search || location.hash) history.replaceState(null, "", LANDING);
}

/** Returns the parameters, once. */
export function takeLanding(): Landing {
  const [ticket = null, view = null, invitation = null, code = null, state = null, error = null] = [
    "ticket",
    "view",
    "invitation",
    "code",
    "state",
    "error",
  ].map((name) => stripped.get(name));
  stripped = new URLSearchParams();
  return { ticket, view, invitation, code, state, error };
}
