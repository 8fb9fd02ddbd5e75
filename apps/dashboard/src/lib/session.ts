/**
 * The session: its token lies in local storage and is mirrored in a cookie on the parent domain
 * (spec/dashboard#shared-cookie), by which the sister sites and this one sign in and out together.
 */
import type { User } from "@turnpike/contract/session.ts";
import { dropHostCookie, readCookie, readCookies, writeCookie } from "@turnpike/ui/lib/cookie.ts";

const COOKIE = "session";
const TOKEN = "turnpike.session";
const USER = "turnpike.user";
/** The token that was last seen in the cookie: tells "signed out elsewhere" from "never mirrored". */
const MIRRORED = "turnpike.mirrored";
/** Browsers keep no cookie longer; how long a session lives is the server's to say. */
const COOKIE_DAYS = 400;
/** What a cookie holds after a sign-out (spec/dashboard#shared-cookie: "set cookie null"). */
const NONE = "null";

/** What the API could have given out: 256 bits in base64url. Anything else is nobody's token. */
const looksLikeToken = (text: string) => /^[\w-]{43}$/.test(text);

export type Transition = "keep" | "clear" | "adopt" | "write" | "forget";

/**
 * The three transitions of spec/dashboard#shared-cookie. A cookie that was there and is gone, or
 * says null, ends the session; another token in it is adopted; a session that was never mirrored is
 * written to it, and so is one over which something wrote what is no token. Such a cookie alone is
 * forgotten.
 */
export function decideTransition(seen: {
  cookie: string | null;
  stored: string;
  mirrored: string;
}): Transition {
  const cookie = seen.cookie === null || seen.cookie === NONE ? "" : seen.cookie;
  if (cookie === seen.stored) return "keep";
  if (looksLikeToken(cookie)) return "adopt";
  if (cookie) return seen.stored ? "write" : "forget";
  const neverMirrored = seen.cookie === null && seen.mirrored !== seen.stored;
  return neverMirrored ? "write" : "clear";
}

/** How a session ends: by the person here, by the API (code 300), or in another window. */
export type Ending = "signedOut" | "ended" | "elsewhere";
const closed = new Set<(why: Ending) => void>();

/** Calls back when the session has ended in this window, for whatever reason. */
export function onSessionClosed(listener: (why: Ending) => void): () => void {
  closed.add(listener);
  return () => closed.delete(listener);
}

/**
 * A read-only view of an account by the operator's staff (spec/console#view). It is of this tab
 * alone: neither other windows nor the shared cookie know of it, and the tab's own session, if there
 * is one, waits.
 */
interface AccountView {
  token: string;
  email: string;
  expiresAt: string;
}
const VIEW = "turnpike.view";

/** The view that this tab shows; undefined for a customer's own session. */
export function accountView(): AccountView | undefined {
  const text = sessionStorage.getItem(VIEW);
  return text ? (JSON.parse(text) as AccountView) : undefined;
}

export const openView = (view: AccountView): void =>
  sessionStorage.setItem(VIEW, JSON.stringify(view));

/** Ends the view in this tab, which starts afresh with the session that the browser has. */
export function closeView(leave: () => void = () => location.assign("/")): void {
  sessionStorage.removeItem(VIEW);
  leave();
}

/** The token, or empty text for a visitor. */
export const sessionToken = (): string => accountView()?.token ?? localStorage.getItem(TOKEN) ?? "";

/** The user as last answered, or undefined. */
export function sessionUser(): User | undefined {
  if (accountView()) return undefined;
  const text = localStorage.getItem(USER);
  return text ? (JSON.parse(text) as User) : undefined;
}

/** The account that this window shows; undefined until it follows the other windows. */
let ours: string | undefined;
/** From now on this window belongs to what is stored. */
export const claimSession = (): void => {
  ours = sessionToken();
};

function mirror(token: string): void {
  writeCookie(COOKIE, token, COOKIE_DAYS);
  if (readCookie(COOKIE) === token) localStorage.setItem(MIRRORED, token);
}

/**
 * Keeps a new session and mirrors it. The token comes last: other windows that hear of it find
 * everything else in place.
 */
export function openSession(token: string, user: User): void {
  mirror(token);
  localStorage.setItem(USER, JSON.stringify(user));
  localStorage.setItem(TOKEN, token);
  claimSession();
}

function end(why: Ending): void {
  const had = sessionToken() !== "";
  for (const key of [TOKEN, USER, MIRRORED]) localStorage.removeItem(key);
  forgetCookie();
  claimSession();
  if (had) for (const listener of closed) listener(why);
}

/** Forgets the session here and in the cookie, and tells the listeners. Harmless when repeated. */
export const closeSession = (): void => end("signedOut");

/** The same for a session that has ended; nothing where another one has taken its place. */
export function endSession(token: string, why: "ended" | "elsewhere"): void {
  if (!token || token !== sessionToken()) return;
  if (accountView()) closeView();
  else end(why);
}

/** Sets the cookie null where there is one (spec/dashboard#shared-cookie). */
export function forgetCookie(): void {
  if (readCookie(COOKIE) !== null) writeCookie(COOKIE, NONE, COOKIE_DAYS);
}

/**
 * The shared cookie. Of several under its name the one on this host alone is taken away: sister
 * sites can neither see nor change it.
 */
export function sharedCookie(): string | null {
  if (readCookies(COOKIE).length > 1) dropHostCookie(COOKIE);
  const all = readCookies(COOKIE);
  return all.find((one) => one === sessionToken()) ?? all.find(looksLikeToken) ?? all[0] ?? null;
}

/**
 * Compares cookie and stored session and carries out what that alone decides; the caller does the
 * rest: "adopt" asks whose token it is first, "clear" ends the session.
 */
export function followCookie(): Transition {
  const stored = sessionToken();
  const mirrored = localStorage.getItem(MIRRORED) ?? "";
  const transition = decideTransition({ cookie: sharedCookie(), stored, mirrored });
  // Written afresh where it stays, too: some browsers forget a script's cookie after a week.
  if (transition === "write" || (transition === "keep" && stored)) mirror(stored);
  if (transition === "forget") forgetCookie();
  return transition;
}

/** What other windows of this browser did to the session that this one shows. */
export function followWindows(): "same" | "ended" | "replaced" {
  if (ours === undefined || ours === sessionToken()) return "same";
  claimSession();
  if (sessionToken()) return "replaced";
  for (const listener of closed) listener("elsewhere");
  return "ended";
}
