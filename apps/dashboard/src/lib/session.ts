/**
 * The session: its token is in local storage and mirrored in a cookie on the parent domain
 * (spec/dashboard#shared-cookie), so that the sister sites and this one share sign-in and sign-out.
 */
import type { User } from "@turnpike/contract/session.ts";
import type { TeamRole } from "@turnpike/rules/team.ts";
import { dropHostCookie, readCookie, readCookies, writeCookie } from "@turnpike/ui/lib/cookie.ts";
import { browserStore, tabStore } from "@turnpike/ui/lib/storage.ts";

const COOKIE = "session";
const TOKEN = "app.session";
const USER = "app.user";
/** The token last seen in the cookie: tells "signed out elsewhere" from "never mirrored". */
const MIRRORED = "app.mirrored";
/** Browsers keep no cookie longer; the server determines how long a session lives. */
const COOKIE_DAYS = 400;
/** The cookie's value after signing out (spec/dashboard#shared-cookie: "set cookie null"). */
const NONE = "null";

/** The format of the API's tokens: 256 bits in base64url. Anything else is not a token. */
const looksLikeToken = (text: string) => /^[\w-]{43}$/.test(text);

export type Transition = "keep" | "clear" | "adopt" | "write" | "forget";

/**
 * The three transitions of spec/dashboard#shared-cookie. A cookie that disappeared or says null
 * ends the session; another token in it is adopted; a session that was never mirrored, or whose
 * cookie was overwritten with something that is not a token, is written to it. Without a session,
 * such a cookie is removed.
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

/** How a session ends: by the user here, by the API (code 300), or in another window. */
export type Ending = "signedOut" | "ended" | "elsewhere";
const closeListeners = new Set<(why: Ending) => void>();

/** Calls the listener when the session has ended in this window, for any reason. */
export function onSessionClosed(listener: (why: Ending) => void): () => void {
  closeListeners.add(listener);
  return () => closeListeners.delete(listener);
}

/**
 * Somebody else's account in this tab: a read-only view by the operator's staff
 * (spec/console#view), or one that a team acts for (spec/accounts#teams). It exists only in this tab: other windows and the shared cookie are unaffected, and the tab's own session, if any,
 * is kept for later.
 */
interface AccountView {
  token: string;
  email: string;
  /** Of a view by the staff. */
  expiresAt?: string;
  /** Of a team's member. */
  role?: TeamRole;
}
const VIEW = "app.view";

/** The view in this tab; undefined for a customer's own session. */
export function accountView(): AccountView | undefined {
  const text = tabStore.get(VIEW);
  return text ? (JSON.parse(text) as AccountView) : undefined;
}

export const openView = (view: AccountView): void => tabStore.set(VIEW, JSON.stringify(view));

/** Ends the view in this tab, which then reloads with the browser's own session. */
export function closeView(navigate: () => void = () => location.assign("/")): void {
  tabStore.remove(VIEW);
  navigate();
}

/** The token; empty for a visitor. */
export const sessionToken = (): string => accountView()?.token ?? browserStore.get(TOKEN) ?? "";

/** The user as last returned by the API, or undefined. */
export function sessionUser(): User | undefined {
  if (accountView()) return undefined;
  const text = browserStore.get(USER);
  return text ? (JSON.parse(text) as User) : undefined;
}

/** The session that this window shows; undefined until it follows the other windows. */
let windowSession: string | undefined;
/** Makes the stored session this window's. */
export const claimSession = (): void => {
  windowSession = sessionToken();
};

function mirror(token: string): void {
  writeCookie(COOKIE, token, COOKIE_DAYS);
  if (readCookie(COOKIE) === token) browserStore.set(MIRRORED, token);
}

/**
 * Stores a new session and mirrors it. The token is stored last, so that other windows that see it
 * find everything else in place.
 */
export function openSession(token: string, user: User): void {
  mirror(token);
  browserStore.set(USER, JSON.stringify(user));
  browserStore.set(TOKEN, token);
  claimSession();
}

function end(why: Ending): void {
  const hadSession = sessionToken() !== "";
  for (const key of [TOKEN, USER, MIRRORED]) browserStore.remove(key);
  forgetCookie();
  claimSession();
  if (hadSession) for (const listener of closeListeners) listener(why);
}

/** Signs out: removes the session here and in the cookie, notifies the listeners. Idempotent. */
export const closeSession = (): void => end("signedOut");

/** The same for a session that has ended; does nothing if another one has replaced it. */
export function endSession(token: string, why: "ended" | "elsewhere"): void {
  if (!token || token !== sessionToken()) return;
  if (accountView()) closeView();
  else end(why);
}

/** Sets the cookie to null if it exists (spec/dashboard#shared-cookie). */
export function forgetCookie(): void {
  if (readCookie(COOKIE) !== null) writeCookie(COOKIE, NONE, COOKIE_DAYS);
}

/**
 * The shared cookie. If several have its name, removes the one of this host alone, which sister
 * sites can neither see nor change.
 */
export function sharedCookie(): string | null {
  if (readCookies(COOKIE).length > 1) dropHostCookie(COOKIE);
  const all = readCookies(COOKIE);
  return all.find((one) => one === sessionToken()) ?? all.find(looksLikeToken) ?? all[0] ?? null;
}

/**
 * Compares the cookie with the stored session and applies the result as far as possible; the caller
 * does the rest: "adopt" first asks whose token it is, "clear" ends the session.
 */
export function followCookie(): Transition {
  const stored = sessionToken();
  const mirrored = browserStore.get(MIRRORED) ?? "";
  const transition = decideTransition({ cookie: sharedCookie(), stored, mirrored });
  // Also rewritten if unchanged, since some browsers delete a script's cookie after a week.
  if (transition === "write" || (transition === "keep" && stored)) mirror(stored);
  if (transition === "forget") forgetCookie();
  return transition;
}

/** What other windows of this browser did to the session that this one shows. */
export function followWindows(): "same" | "ended" | "replaced" {
  if (windowSession === undefined || windowSession === sessionToken()) return "same";
  claimSession();
  if (sessionToken()) return "replaced";
  for (const listener of closeListeners) listener("elsewhere");
  return "ended";
}
