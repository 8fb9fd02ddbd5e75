/**
 * The session: its token lies in local storage and is mirrored in a cookie on the parent domain
 * (spec §4), by which the sister sites and this one sign in and out together.
 */
import type { User } from "@turnpike/contract/session.ts";
import { readCookie, writeCookie } from "./cookie.ts";

const COOKIE = "session";
const TOKEN = "turnpike.session";
const USER = "turnpike.user";
/** The token that was last seen in the cookie: tells "signed out elsewhere" from "never mirrored". */
const MIRRORED = "turnpike.mirrored";
/** Browsers keep no cookie longer; how long a session lives is the server's to say. */
const COOKIE_DAYS = 400;
/** What a cookie holds after a sign-out (spec §4: "set cookie null"). */
const NONE = "null";

export type Transition = "keep" | "clear" | "adopt" | "write";

/**
 * The three transitions of spec §4. A cookie that was there and is gone, or says null, ends the
 * session; another token in it is adopted; a session that was never mirrored is written to it.
 */
export function decideTransition(seen: {
  cookie: string | null;
  stored: string;
  mirrored: string;
}): Transition {
  const cookie = seen.cookie === null || seen.cookie === NONE ? "" : seen.cookie;
  if (cookie === seen.stored) return "keep";
  if (cookie) return "adopt";
  const neverMirrored = seen.cookie === null && seen.mirrored !== seen.stored;
  return neverMirrored ? "write" : "clear";
}

const closed = new Set<() => void>();

/** Calls back when the session has ended in this window, for whatever reason. */
export function onSessionClosed(listener: () => void): () => void {
  closed.add(listener);
  return () => closed.delete(listener);
}

/** The token, or empty text for a visitor. */
export const sessionToken = (): string => localStorage.getItem(TOKEN) ?? "";

/** The user as last answered, or undefined. */
export function sessionUser(): User | undefined {
  const text = localStorage.getItem(USER);
  return text ? (JSON.parse(text) as User) : undefined;
}

export function keepUser(user: User): void {
  localStorage.setItem(USER, JSON.stringify(user));
}

function mirror(token: string): void {
  writeCookie(COOKIE, token, COOKIE_DAYS);
  if (readCookie(COOKIE) === token) localStorage.setItem(MIRRORED, token);
}

/** Keeps a new session and mirrors it. */
export function openSession(token: string, user: User): void {
  localStorage.setItem(TOKEN, token);
  keepUser(user);
  mirror(token);
}

/** Forgets the session here and in the cookie, and tells the listeners. Harmless when repeated. */
export function closeSession(): void {
  const had = sessionToken() !== "";
  for (const key of [TOKEN, USER, MIRRORED]) localStorage.removeItem(key);
  if (readCookie(COOKIE) !== null) writeCookie(COOKIE, NONE, COOKIE_DAYS);
  if (had) for (const listener of closed) listener();
}

/**
 * Compares cookie and stored session and carries out what the cookie alone decides; the caller
 * does the rest: after "adopt" it fetches the user and reloads, after "clear" it closes.
 */
export function followCookie(): Transition {
  const cookie = readCookie(COOKIE);
  const stored = sessionToken();
  const mirrored = localStorage.getItem(MIRRORED) ?? "";
  const transition = decideTransition({ cookie, stored, mirrored });
  if (transition === "write") mirror(stored);
  if (transition === "adopt" && cookie) {
    localStorage.setItem(TOKEN, cookie);
    localStorage.setItem(MIRRORED, cookie);
  }
  return transition;
}
