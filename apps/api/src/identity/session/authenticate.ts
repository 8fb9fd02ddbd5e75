/** Authentication of calls by session token (spec/api#requests). */
import { isSessionAlive } from "@turnpike/rules/session-life.ts";
import type { Authentication } from "../../platform/authentication.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { findByToken, findSession, touchSessions } from "./store/session.ts";
import { tokenHash } from "./token.ts";

const SEEN_EVERY_MS = 60_000;

/**
 * The account and session of a token; null if it is unknown, has ended, was idle for too long, or
 * its account is disabled. One query; the time of the last call is saved at most once a minute.
 */
export async function authenticate(
  services: Services,
  token: string,
  _from: { ip: string },
): ReturnType<Authentication["bySession"]> {
  const hash = tokenHash(token);
  const session = hash && (await findByToken(services.db, hash));
  if (!session || session.disabled) return null;
  const now = services.world.now();
  if (!isSessionAlive(session, now)) return null;
  if (now - session.lastSeenAt >= SEEN_EVERY_MS) {
    const own = session.parentId === null ? [] : [session.parentId];
    await touchSessions(services.db, [session.sessionId, ...own], new Date(now));
  }
  const { accountId, sessionId, person } = session;
  return person ? { accountId, sessionId, person } : { accountId, sessionId };
}

/** Whether a token's session is live. Unlike a call, this does not extend the session. */
export async function isLiveToken(services: Services, token: string): Promise<boolean> {
  const hash = tokenHash(token);
  const session = hash && (await findByToken(services.db, hash));
  return Boolean(session && !session.disabled && isSessionAlive(session, services.world.now()));
}

/** Whether a session of an account is live. */
export async function isLiveSession(
  { world }: Services,
  db: Db | Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const row = await findSession(db, accountId, sessionId);
  if (!row || row.disabled_at !== null) return false;
  const [lastSeenAt, loginMinutes] = [row.last_seen_at.getTime(), row.login_minutes];
  return isSessionAlive({ lastSeenAt, loginMinutes }, world.now());
}
